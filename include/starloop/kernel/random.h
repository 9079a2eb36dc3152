/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Random numbers in bodies and on the host: counter-based, so that there is no state.
 *
 * A number depends on a seed, an index and a number k alone: not on the thread, the device or the order of iterations.
 * An iteration that needs several numbers takes k = 0, 1, ... of its own index; a time step or a rank of MPI goes into
 * the seed, or into the index. Two numbers of which k differs in the lowest bit only (0 and 1, 2 and 3) are computed
 * together.
 *
 * The generator is Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3", SC 2011. The normal distribution is by inversion: M. J. Wichura, "Algorithm AS 241: the percentage
 * points of the normal distribution", Applied Statistics 37 (1988), function PPND16.
 *
 * Integers and uniform numbers are the same to the last bit on every CPU and GPU; normal numbers differ by at most 2
 * units in the last place.
 */
#ifndef STARLOOP_KERNEL_RANDOM_H
#define STARLOOP_KERNEL_RANDOM_H

#include <math.h>
#include <stdint.h>

#include <starloop/kernel/body.h>

/* One round of Philox4x32: two products of 32 bits each. */
SL_FN void sl__philox_round(uint32_t sl__c_[4], uint32_t sl__k0_, uint32_t sl__k1_)
{
    const uint64_t sl__p_ = (uint64_t)0xD2511F53u * sl__c_[0], sl__q_ = (uint64_t)0xCD9E8D57u * sl__c_[2];
    const uint32_t sl__c1_ = sl__c_[1], sl__c3_ = sl__c_[3];
    sl__c_[0] = (uint32_t)(sl__q_ >> 32) ^ sl__c1_ ^ sl__k0_;
    sl__c_[1] = (uint32_t)sl__q_;
    sl__c_[2] = (uint32_t)(sl__p_ >> 32) ^ sl__c3_ ^ sl__k1_;
    sl__c_[3] = (uint32_t)sl__p_;
}

/** Philox4x32-10 itself, for programs that compare with other libraries.
 *
 *  @param[in]  sl__counter_  [4] the counter, its lowest word first
 *  @param[in]  sl__key_      [2] the key
 *  @param[out] sl__result_   [4] random words; may be @p sl__counter_ */
SL_FN void sl_philox4x32(const uint32_t sl__counter_[4], const uint32_t sl__key_[2], uint32_t sl__result_[4])
{
    uint32_t sl__c_[4] = {sl__counter_[0], sl__counter_[1], sl__counter_[2], sl__counter_[3]};
    for (uint32_t sl__round_ = 0; sl__round_ < 10; sl__round_++)
        sl__philox_round(sl__c_, sl__key_[0] + sl__round_ * 0x9E3779B9u, sl__key_[1] + sl__round_ * 0xBB67AE85u);
    for (int sl__w_ = 0; sl__w_ < 4; sl__w_++)
        sl__result_[sl__w_] = sl__c_[sl__w_];
}

SL_FN uint64_t sl__random_bits(uint64_t sl__seed_, uint64_t sl__index_, uint64_t sl__number_)
{
    const uint64_t sl__block_ = sl__number_ >> 1;
    const uint32_t sl__key_[2] = {(uint32_t)sl__seed_, (uint32_t)(sl__seed_ >> 32)};
    uint32_t sl__c_[4] = {(uint32_t)sl__block_, (uint32_t)(sl__block_ >> 32), (uint32_t)sl__index_,
                          (uint32_t)(sl__index_ >> 32)};
    sl_philox4x32(sl__c_, sl__key_, sl__c_);
    return sl__number_ & 1 ? (uint64_t)sl__c_[3] << 32 | sl__c_[2] : (uint64_t)sl__c_[1] << 32 | sl__c_[0];
}

/* The upper half of a product of 64 bits: where sl__bits_, as a fraction, lies among sl__below_ numbers. */
SL_FN uint64_t sl__random_below(uint64_t sl__bits_, uint64_t sl__below_)
{
    const uint64_t sl__low_ = (sl__bits_ & 0xFFFFFFFFu) * (sl__below_ & 0xFFFFFFFFu);
    const uint64_t sl__a_ = (sl__bits_ >> 32) * (sl__below_ & 0xFFFFFFFFu) + (sl__low_ >> 32);
    const uint64_t sl__b_ = (sl__bits_ & 0xFFFFFFFFu) * (sl__below_ >> 32) + (sl__a_ & 0xFFFFFFFFu);
    return (sl__bits_ >> 32) * (sl__below_ >> 32) + (sl__a_ >> 32) + (sl__b_ >> 32);
}

/* A quotient of two polynomials of degree 7, of which the lower one begins with 1. The order of operations is written
 * out, so that it is the same on every device. */
#define SL__RATIO(R_, N0_, N1_, N2_, N3_, N4_, N5_, N6_, N7_, D1_, D2_, D3_, D4_, D5_, D6_, D7_) \
    (fma(fma(fma(fma(fma(fma(fma(N7_, R_, N6_), R_, N5_), R_, N4_), R_, N3_), R_, N2_), R_, N1_), R_, N0_) / \
     fma(fma(fma(fma(fma(fma(fma(D7_, R_, D6_), R_, D5_), R_, D4_), R_, D3_), R_, D2_), R_, D1_), R_, 1.0))

/* The inverse of the normal distribution, at 0.5 + sl__q_ for the nearer half, sl__p_ = 0.5 - |sl__q_|. */
SL_FN double sl__random_inverse(double sl__q_, double sl__p_)
{
    if (fabs(sl__q_) <= 0.425) {
        const double sl__r_ = fma(-sl__q_, sl__q_, 0.180625);
        return sl__q_ * SL__RATIO(sl__r_, 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                  1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3, 4.2313330701600911252e+1,
                                  6.8718700749205790830e+2, 5.3941960214247511077e+3, 2.1213794301586595867e+4,
                                  3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3);
    }
    const double sl__r_ = sqrt(-log(sl__p_));
    double sl__x_;
    if (sl__r_ <= 5.0) {
        const double sl__s_ = sl__r_ - 1.6;
        sl__x_ = SL__RATIO(sl__s_, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                           3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                           2.27238449892691845833e-2, 7.74545014278341407640e-4, 2.05319162663775882187e0,
                           1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
                           1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9);
    } else {
        const double sl__s_ = sl__r_ - 5.0;
        sl__x_ = SL__RATIO(sl__s_, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                           2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                           2.71155556874348757815e-5, 2.01033439929228813265e-7, 5.99832206555887937690e-1,
                           1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
                           1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15);
    }
    return sl__q_ < 0 ? -sl__x_ : sl__x_;
}

SL_FN double sl__random_normal(uint64_t sl__bits_)
{
    const double sl__u_ = ((double)(sl__bits_ >> 12) + 0.5) * 0x1p-52; /* exact, as is all before the inverse */
    const double sl__q_ = sl__u_ - 0.5;
    return sl__random_inverse(sl__q_, 0.5 - fabs(sl__q_));
}

/** 64 random bits.
 *
 *  @param[in] seed   any number of 64 bits: another one gives other numbers
 *  @param[in] index  which sequence: usually the iteration; 64 bits
 *  @param[in] k      which number of the sequence: 0, 1, ...; 64 bits
 *  @return uint64_t, each value alike */
#define SL_RANDOM(seed_, index_, k_) sl__random_bits((uint64_t)(seed_), (uint64_t)(index_), (uint64_t)(k_))

/** A uniform double in [0, 1): a multiple of 2^-53, each alike. Arguments as those of #SL_RANDOM. */
#define SL_RANDOM_UNIFORM(seed_, index_, k_) ((double)(SL_RANDOM(seed_, index_, k_) >> 11) * 0x1p-53)

/** A uniform float in [0, 1): a multiple of 2^-24, each alike. Arguments as those of #SL_RANDOM. */
#define SL_RANDOM_UNIFORMF(seed_, index_, k_) ((float)(SL_RANDOM(seed_, index_, k_) >> 40) * 0x1p-24f)

/** A uniform integer in [0, @p below).
 *
 *  @param[in] seed   as that of #SL_RANDOM
 *  @param[in] index  likewise
 *  @param[in] k      likewise
 *  @param[in] below  how many values, 1 or more; their probabilities differ by at most 2^-64
 *  @return uint64_t */
#define SL_RANDOM_BELOW(seed_, index_, k_, below_) sl__random_below(SL_RANDOM(seed_, index_, k_), (uint64_t)(below_))

/** A normal double of mean 0 and variance 1, between -8.2 and 8.2. Arguments as those of #SL_RANDOM. */
#define SL_RANDOM_NORMAL(seed_, index_, k_) sl__random_normal(SL_RANDOM(seed_, index_, k_))

#endif
