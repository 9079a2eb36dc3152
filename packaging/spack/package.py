# SPDX-License-Identifier: BSD-3-Clause
"""Spack recipe of Starloop, for Spack 1.0 and later. Put it into a repository of packages as
packages/starloop/package.py; doc/releasing.md says what a release adds."""

import re

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Starloop(AutotoolsPackage, CudaPackage):
    """Parallel loops and arrays for C: written once, run as tasks of StarPU on CPU cores and GPUs."""

    homepage = "https://starloop.example.org"
    url = "https://starloop.example.org/starloop-0.1.0.tar.gz"
    git = "https://starloop.example.org/starloop.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    # OpenMP is no variant: kernels are compiled with its simd pragmas, and configure wants it.
    variant("shared", default=True, description="Build the shared library")
    variant("static", default=True, description="Build the static library")
    variant("mpi", default=False, description="Build libstarloop-mpi, and the examples for several MPI ranks")

    conflicts("~shared ~static", msg="A library is shared or static, or both")
    conflicts("cuda_arch=none", when="+cuda", msg="Say for which GPUs: cuda_arch=90")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("autoconf@2.69:", type="build", when="@main")
    depends_on("automake@1.16:", type="build", when="@main")
    depends_on("libtool", type="build", when="@main")
    depends_on("pkgconfig", type="build")
    depends_on("starpu@1.3:1.4")
    depends_on("starpu@1.4 +cuda", when="+cuda")
    depends_on("starpu +mpi", when="+mpi")
    depends_on("hwloc@2:")
    depends_on("libpng", type=("build", "link"))
    depends_on("mpi", type=("build", "link"), when="+mpi")

    # The compilers that starloop-cc starts are to be those behind Spack's wrappers.
    filter_compiler_wrappers("starloop-cc", relative_root="bin")

    def autoreconf(self, spec, prefix):
        Executable("./bootstrap")()

    def march(self):
        """The processor that Spack builds for, as the compiler names it; "generic" where it has no name."""
        flags = self.spec.target.optimization_flags(self.spec["c"])
        found = re.search(r"-march=(\S+)", flags)
        return found.group(1) if found else "generic"

    def configure_args(self):
        spec = self.spec
        args = [
            "--with-starpu={0}".format(spec["starpu"].prefix),
            "--with-arch={0}".format(self.march()),
        ]
        args += self.enable_or_disable("shared")
        args += self.enable_or_disable("static")
        if spec.satisfies("+cuda"):
            args.append("--with-cuda={0}".format(spec["cuda"].prefix))
            args.append("--with-cuda-arch={0}".format(",".join(spec.variants["cuda_arch"].value)))
        else:
            args.append("--without-cuda")
        args.append("--with-mpi" if spec.satisfies("+mpi") else "--without-mpi")
        if spec.satisfies("+mpi"):
            args.append("MPICC={0}".format(spec["mpi"].mpicc))
        return args
