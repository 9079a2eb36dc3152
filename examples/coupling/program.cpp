// SPDX-License-Identifier: BSD-3-Clause
// A C++ program with MPI that owns its fields, and hands its loops to the library of coupling.h one by one.
//     program ROWS COLUMNS STEPS STAGE
// STAGE 0: all loops are its own; 1: diffusion is the library's, the reaction still its own; 2: both are the library's.
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>
#include <utility>
#include <vector>

#include "coupling.h"

namespace {

constexpr double diffusion = 0.2, reaction = 0.05;

void check(int status)
{
    if (status != 0)
        throw std::runtime_error(coupling_error());
}

// The rows of a rank: its own, and one of each neighbour's.
struct part {
    int rank = 0, ranks = 1;
    long rows = 0, columns = 0, first = 0;
    int up() const
    {
        return rank > 0 ? rank - 1 : MPI_PROC_NULL;
    }
    int down() const
    {
        return rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    }
};

// A field is a vector; from stage 1 on the library knows it as well.
struct field {
    std::vector<double> values;
    coupling_field *shared = nullptr;
};

double *row(field &f, const part &p, long i)
{
    return f.values.data() + i * (p.columns + 2);
}

// ---- loops of the program's own ----

void diffuse(field &from, field &to, const part &p)
{
    for (long i = 1; i <= p.rows; i++) {
        const double *u = row(from, p, i), *above = row(from, p, i - 1), *below = row(from, p, i + 1);
        for (long j = 1; j <= p.columns; j++)
            row(to, p, i)[j] = u[j] + diffusion * (above[j] + below[j] + u[j - 1] + u[j + 1] - 4 * u[j]);
    }
}

void react(field &f, const part &p)
{
    for (long i = 1; i <= p.rows; i++)
        for (long j = 1; j <= p.columns; j++) {
            double &u = row(f, p, i)[j];
            u += reaction * u * (1 - u);
        }
}

double add_up(field &f, const part &p)
{
    double sum = 0;
    for (long i = 1; i <= p.rows; i++)
        for (long j = 1; j <= p.columns; j++)
            sum += row(f, p, i)[j];
    return sum;
}

// ---- rows of the neighbours ----

void send_row(field &f, const part &p, long mine, int to, long theirs, int from)
{
    std::vector<double> out(p.columns), in(p.columns);
    if (!f.shared)
        out.assign(row(f, p, mine) + 1, row(f, p, mine) + 1 + p.columns);
    else if (to != MPI_PROC_NULL)
        check(coupling_get_row(f.shared, mine, out.data()));
    MPI_Sendrecv(out.data(), static_cast<int>(p.columns), MPI_DOUBLE, to, 0, in.data(), static_cast<int>(p.columns),
                 MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (from == MPI_PROC_NULL)
        return;
    if (f.shared)
        check(coupling_put_row(f.shared, theirs, in.data()));
    else
        std::copy(in.begin(), in.end(), row(f, p, theirs) + 1);
}

void exchange(field &f, const part &p)
{
    send_row(f, p, 1, p.up(), p.rows + 1, p.down());
    send_row(f, p, p.rows, p.down(), 0, p.up());
}

// ---- the time loop ----

void step(field &from, field &to, const part &p, int stage)
{
    exchange(from, p);
    if (stage == 0)
        diffuse(from, to, p);
    else
        check(coupling_diffuse(from.shared, to.shared, diffusion));
    if (stage == 2) {
        check(coupling_react(to.shared, reaction));
    } else if (stage == 1) { // this loop has not been handed over yet
        check(coupling_borrow(to.shared));
        react(to, p);
        check(coupling_return(to.shared));
    } else {
        react(to, p);
    }
}

double run(const part &p, long all_rows, int steps, int stage)
{
    field now, next;
    now.values.resize((p.rows + 2) * (p.columns + 2));
    for (long i = 1; i <= p.rows; i++)
        for (long j = 1; j <= p.columns; j++)
            row(now, p, i)[j] = p.first + i <= all_rows / 2 && j <= p.columns / 2 ? 1 : 0;
    next.values = now.values;
    if (stage > 0) {
        check(coupling_share(now.values.data(), p.rows, p.columns, &now.shared));
        check(coupling_share(next.values.data(), p.rows, p.columns, &next.shared));
    }
    for (int s = 0; s < steps; s++) {
        step(now, next, p, stage);
        std::swap(now, next);
    }
    double sum = 0, all = 0;
    if (stage == 2)
        check(coupling_sum(now.shared, &sum));
    check(coupling_release(&now.shared));
    check(coupling_release(&next.shared));
    if (stage < 2) // the memory has what the loops have written
        sum = add_up(now, p);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

} // namespace

int main(int argc, char **argv)
{
    int level, result = EXIT_SUCCESS;
    part p;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
    const long rows = argc == 5 ? std::atol(argv[1]) : 0, columns = argc == 5 ? std::atol(argv[2]) : 0;
    const int steps = argc == 5 ? std::atoi(argv[3]) : -1, stage = argc == 5 ? std::atoi(argv[4]) : -1;
    if (rows < p.ranks || columns < 1 || steps < 0 || stage < 0 || stage > 2) {
        if (p.rank == 0)
            std::fprintf(stderr, "Usage: program ROWS COLUMNS STEPS STAGE (0 to 2); a row for each rank\n");
        MPI_Finalize();
        return 2;
    }
    p.first = rows * p.rank / p.ranks;
    p.rows = rows * (p.rank + 1) / p.ranks - p.first;
    p.columns = columns;
    try {
        if (stage > 0)
            check(coupling_open());
        const double sum = run(p, rows, steps, stage);
        if (stage > 0)
            check(coupling_close());
        if (p.rank == 0)
            std::printf("sum = %.10e\n", sum);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "program: rank %d: %s\n", p.rank, e.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        result = EXIT_FAILURE;
    }
    MPI_Finalize();
    return result;
}
