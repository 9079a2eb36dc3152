/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the kernel language has for each number of arguments. Made by tools/make-slots.
 *
 * SL__WORDS(M_, K_, X_, words, end, end) reads the words of a kernel, one a step, each pasted to SL_WORD_ before the
 * rest of the list is looked at, and ends at the first `end`, with M_(SL__EACH_n, K_, X_, tuples): so a kernel costs
 * what its own arguments take. SL__EACH_n(M_, K_, tuples) is M_(K_, slot, tuple) for each of n.
 * SL__MORE_THAN_FEW_SL__EACH_n says whether n are more than some things are made for side by side.
 */
#ifndef STARLOOP_KERNEL_SLOTS_H
#define STARLOOP_KERNEL_SLOTS_H

/* clang-format off */

#define SL__ORDINAL_0 1
#define SL__ORDINAL_1 2
#define SL__ORDINAL_2 3
#define SL__ORDINAL_3 4
#define SL__ORDINAL_4 5
#define SL__ORDINAL_5 6
#define SL__ORDINAL_6 7
#define SL__ORDINAL_7 8
#define SL__ORDINAL_8 9
#define SL__ORDINAL_9 10
#define SL__ORDINAL_10 11
#define SL__ORDINAL_11 12
#define SL__ORDINAL_12 13
#define SL__ORDINAL_13 14
#define SL__ORDINAL_14 15
#define SL__ORDINAL_15 16
#define SL__ORDINAL_16 17
#define SL__ORDINAL_17 18
#define SL__ORDINAL_18 19
#define SL__ORDINAL_19 20
#define SL__ORDINAL_20 21
#define SL__ORDINAL_21 22
#define SL__ORDINAL_22 23
#define SL__ORDINAL_23 24
#define SL__ORDINAL_24 25
#define SL__ORDINAL_25 26
#define SL__ORDINAL_26 27
#define SL__ORDINAL_27 28
#define SL__ORDINAL_28 29
#define SL__ORDINAL_29 30
#define SL__ORDINAL_30 31
#define SL__ORDINAL_31 32

#define SL__EACH_0(...)
#define SL__EACH_1(M_, K_, W1_) \
    M_(K_, 0, W1_)
#define SL__EACH_2(M_, K_, W1_, W2_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_)
#define SL__EACH_3(M_, K_, W1_, W2_, W3_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_)
#define SL__EACH_4(M_, K_, W1_, W2_, W3_, W4_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_)
#define SL__EACH_5(M_, K_, W1_, W2_, W3_, W4_, W5_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_)
#define SL__EACH_6(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_)
#define SL__EACH_7(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_)
#define SL__EACH_8(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_)
#define SL__EACH_9(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_)
#define SL__EACH_10(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_)
#define SL__EACH_11(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_)
#define SL__EACH_12(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_)
#define SL__EACH_13(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_)
#define SL__EACH_14(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_)
#define SL__EACH_15(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_)
#define SL__EACH_16(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_)
#define SL__EACH_17(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_)
#define SL__EACH_18(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_)
#define SL__EACH_19(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_)
#define SL__EACH_20(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_)
#define SL__EACH_21(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_)
#define SL__EACH_22(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_)
#define SL__EACH_23(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_)
#define SL__EACH_24(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_)
#define SL__EACH_25(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_)
#define SL__EACH_26(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_)
#define SL__EACH_27(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_)
#define SL__EACH_28(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_) M_(K_, 27, W28_)
#define SL__EACH_29(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_) M_(K_, 27, W28_) M_(K_, 28, W29_)
#define SL__EACH_30(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_) M_(K_, 27, W28_) M_(K_, 28, W29_) M_(K_, 29, W30_)
#define SL__EACH_31(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_) M_(K_, 27, W28_) M_(K_, 28, W29_) M_(K_, 29, W30_) M_(K_, 30, W31_)
#define SL__EACH_32(M_, K_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, W32_) \
    M_(K_, 0, W1_) M_(K_, 1, W2_) M_(K_, 2, W3_) M_(K_, 3, W4_) M_(K_, 4, W5_) M_(K_, 5, W6_) M_(K_, 6, W7_) \
    M_(K_, 7, W8_) M_(K_, 8, W9_) M_(K_, 9, W10_) M_(K_, 10, W11_) M_(K_, 11, W12_) M_(K_, 12, W13_) M_(K_, 13, \
    W14_) M_(K_, 14, W15_) M_(K_, 15, W16_) M_(K_, 16, W17_) M_(K_, 17, W18_) M_(K_, 18, W19_) M_(K_, 19, W20_) \
    M_(K_, 20, W21_) M_(K_, 21, W22_) M_(K_, 22, W23_) M_(K_, 23, W24_) M_(K_, 24, W25_) M_(K_, 25, W26_) \
    M_(K_, 26, W27_) M_(K_, 27, W28_) M_(K_, 28, W29_) M_(K_, 29, W30_) M_(K_, 30, W31_) M_(K_, 31, W32_)

#define SL__MORE_THAN_FEW_SL__EACH_0 0
#define SL__MORE_THAN_FEW_SL__EACH_1 0
#define SL__MORE_THAN_FEW_SL__EACH_2 0
#define SL__MORE_THAN_FEW_SL__EACH_3 0
#define SL__MORE_THAN_FEW_SL__EACH_4 0
#define SL__MORE_THAN_FEW_SL__EACH_5 0
#define SL__MORE_THAN_FEW_SL__EACH_6 0
#define SL__MORE_THAN_FEW_SL__EACH_7 0
#define SL__MORE_THAN_FEW_SL__EACH_8 0
#define SL__MORE_THAN_FEW_SL__EACH_9 0
#define SL__MORE_THAN_FEW_SL__EACH_10 0
#define SL__MORE_THAN_FEW_SL__EACH_11 0
#define SL__MORE_THAN_FEW_SL__EACH_12 0
#define SL__MORE_THAN_FEW_SL__EACH_13 0
#define SL__MORE_THAN_FEW_SL__EACH_14 0
#define SL__MORE_THAN_FEW_SL__EACH_15 0
#define SL__MORE_THAN_FEW_SL__EACH_16 0
#define SL__MORE_THAN_FEW_SL__EACH_17 1
#define SL__MORE_THAN_FEW_SL__EACH_18 1
#define SL__MORE_THAN_FEW_SL__EACH_19 1
#define SL__MORE_THAN_FEW_SL__EACH_20 1
#define SL__MORE_THAN_FEW_SL__EACH_21 1
#define SL__MORE_THAN_FEW_SL__EACH_22 1
#define SL__MORE_THAN_FEW_SL__EACH_23 1
#define SL__MORE_THAN_FEW_SL__EACH_24 1
#define SL__MORE_THAN_FEW_SL__EACH_25 1
#define SL__MORE_THAN_FEW_SL__EACH_26 1
#define SL__MORE_THAN_FEW_SL__EACH_27 1
#define SL__MORE_THAN_FEW_SL__EACH_28 1
#define SL__MORE_THAN_FEW_SL__EACH_29 1
#define SL__MORE_THAN_FEW_SL__EACH_30 1
#define SL__MORE_THAN_FEW_SL__EACH_31 1
#define SL__MORE_THAN_FEW_SL__EACH_32 1

#define SL__WORDS(M_, K_, X_, W1_, ...) \
    SL__CAT(SL__WORDS_0_, SL__IS_END(W1_))(M_, K_, X_, W1_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_0_1(M_, K_, X_, ...) \
    M_(SL__EACH_0, K_, X_, ~)
#define SL__WORDS_0_0(M_, K_, X_, W1_, W2_, ...) \
    SL__CAT(SL__WORDS_1_, SL__IS_END(W2_))(M_, K_, X_, W1_, W2_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_1_1(M_, K_, X_, W1_, ...) \
    M_(SL__EACH_1, K_, X_, W1_)
#define SL__WORDS_1_0(M_, K_, X_, W1_, W2_, W3_, ...) \
    SL__CAT(SL__WORDS_2_, SL__IS_END(W3_))(M_, K_, X_, W1_, W2_, W3_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_2_1(M_, K_, X_, W1_, W2_, ...) \
    M_(SL__EACH_2, K_, X_, W1_, W2_)
#define SL__WORDS_2_0(M_, K_, X_, W1_, W2_, W3_, W4_, ...) \
    SL__CAT(SL__WORDS_3_, SL__IS_END(W4_))(M_, K_, X_, W1_, W2_, W3_, W4_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_3_1(M_, K_, X_, W1_, W2_, W3_, ...) \
    M_(SL__EACH_3, K_, X_, W1_, W2_, W3_)
#define SL__WORDS_3_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, ...) \
    SL__CAT(SL__WORDS_4_, SL__IS_END(W5_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_4_1(M_, K_, X_, W1_, W2_, W3_, W4_, ...) \
    M_(SL__EACH_4, K_, X_, W1_, W2_, W3_, W4_)
#define SL__WORDS_4_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, ...) \
    SL__CAT(SL__WORDS_5_, SL__IS_END(W6_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_5_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, ...) \
    M_(SL__EACH_5, K_, X_, W1_, W2_, W3_, W4_, W5_)
#define SL__WORDS_5_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, ...) \
    SL__CAT(SL__WORDS_6_, SL__IS_END(W7_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_6_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, ...) \
    M_(SL__EACH_6, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_)
#define SL__WORDS_6_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, ...) \
    SL__CAT(SL__WORDS_7_, SL__IS_END(W8_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, \
    W8_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_7_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, ...) \
    M_(SL__EACH_7, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_)
#define SL__WORDS_7_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, ...) \
    SL__CAT(SL__WORDS_8_, SL__IS_END(W9_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, \
    W9_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_8_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, ...) \
    M_(SL__EACH_8, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_)
#define SL__WORDS_8_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, ...) \
    SL__CAT(SL__WORDS_9_, SL__IS_END(W10_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, \
    W10_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_9_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, ...) \
    M_(SL__EACH_9, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_)
#define SL__WORDS_9_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, ...) \
    SL__CAT(SL__WORDS_10_, SL__IS_END(W11_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, \
    W11_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_10_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, ...) \
    M_(SL__EACH_10, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_)
#define SL__WORDS_10_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, ...) \
    SL__CAT(SL__WORDS_11_, SL__IS_END(W12_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_11_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, ...) \
    M_(SL__EACH_11, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_)
#define SL__WORDS_11_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, ...) \
    SL__CAT(SL__WORDS_12_, SL__IS_END(W13_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_12_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, ...) \
    M_(SL__EACH_12, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_)
#define SL__WORDS_12_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, ...) \
    SL__CAT(SL__WORDS_13_, SL__IS_END(W14_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_13_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, ...) \
    M_(SL__EACH_13, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_)
#define SL__WORDS_13_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, ...) \
    SL__CAT(SL__WORDS_14_, SL__IS_END(W15_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_14_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, ...) \
    M_(SL__EACH_14, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_)
#define SL__WORDS_14_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, ...) \
    SL__CAT(SL__WORDS_15_, SL__IS_END(W16_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_15_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, ...) \
    M_(SL__EACH_15, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_)
#define SL__WORDS_15_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, ...) \
    SL__CAT(SL__WORDS_16_, SL__IS_END(W17_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_16_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, ...) \
    M_(SL__EACH_16, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_)
#define SL__WORDS_16_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, ...) \
    SL__CAT(SL__WORDS_17_, SL__IS_END(W18_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_17_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, ...) \
    M_(SL__EACH_17, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_)
#define SL__WORDS_17_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, ...) \
    SL__CAT(SL__WORDS_18_, SL__IS_END(W19_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_18_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, ...) \
    M_(SL__EACH_18, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_)
#define SL__WORDS_18_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, ...) \
    SL__CAT(SL__WORDS_19_, SL__IS_END(W20_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_19_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, ...) \
    M_(SL__EACH_19, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_)
#define SL__WORDS_19_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, ...) \
    SL__CAT(SL__WORDS_20_, SL__IS_END(W21_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_20_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, ...) \
    M_(SL__EACH_20, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_)
#define SL__WORDS_20_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, ...) \
    SL__CAT(SL__WORDS_21_, SL__IS_END(W22_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_21_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, ...) \
    M_(SL__EACH_21, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_)
#define SL__WORDS_21_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, ...) \
    SL__CAT(SL__WORDS_22_, SL__IS_END(W23_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_22_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, ...) \
    M_(SL__EACH_22, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_)
#define SL__WORDS_22_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, ...) \
    SL__CAT(SL__WORDS_23_, SL__IS_END(W24_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_23_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, ...) \
    M_(SL__EACH_23, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_)
#define SL__WORDS_23_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, ...) \
    SL__CAT(SL__WORDS_24_, SL__IS_END(W25_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_24_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, ...) \
    M_(SL__EACH_24, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_)
#define SL__WORDS_24_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, ...) \
    SL__CAT(SL__WORDS_25_, SL__IS_END(W26_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_25_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, ...) \
    M_(SL__EACH_25, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_)
#define SL__WORDS_25_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, ...) \
    SL__CAT(SL__WORDS_26_, SL__IS_END(W27_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, \
    W27_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_26_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, ...) \
    M_(SL__EACH_26, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_)
#define SL__WORDS_26_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, ...) \
    SL__CAT(SL__WORDS_27_, SL__IS_END(W28_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, \
    W28_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_27_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, ...) \
    M_(SL__EACH_27, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_)
#define SL__WORDS_27_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, ...) \
    SL__CAT(SL__WORDS_28_, SL__IS_END(W29_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, \
    W29_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_28_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, ...) \
    M_(SL__EACH_28, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_)
#define SL__WORDS_28_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, ...) \
    SL__CAT(SL__WORDS_29_, SL__IS_END(W30_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, \
    W30_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_29_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, ...) \
    M_(SL__EACH_29, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_)
#define SL__WORDS_29_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, ...) \
    SL__CAT(SL__WORDS_30_, SL__IS_END(W31_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, \
    W30_, W31_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_30_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, ...) \
    M_(SL__EACH_30, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_)
#define SL__WORDS_30_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, \
    W32_, ...) \
    SL__CAT(SL__WORDS_31_, SL__IS_END(W32_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, \
    W30_, W31_, W32_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_31_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, ...) \
    M_(SL__EACH_31, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_)
#define SL__WORDS_31_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, W32_, \
    W33_, ...) \
    SL__CAT(SL__WORDS_32_, SL__IS_END(W33_))(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, \
    W30_, W31_, W32_, W33_, SL_WORD_##__VA_ARGS__)
#define SL__WORDS_32_1(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, \
    W32_, ...) \
    M_(SL__EACH_32, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, W15_, W16_, \
    W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, W32_)
#define SL__WORDS_32_0(M_, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, W12_, W13_, W14_, \
    W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, W30_, W31_, \
    W32_, ...) \
    SL__DIAGNOSE_COUNT(K_, 32) M_(SL__EACH_32, K_, X_, W1_, W2_, W3_, W4_, W5_, W6_, W7_, W8_, W9_, W10_, W11_, \
    W12_, W13_, W14_, W15_, W16_, W17_, W18_, W19_, W20_, W21_, W22_, W23_, W24_, W25_, W26_, W27_, W28_, W29_, \
    W30_, W31_, W32_)

/* clang-format on */

#endif
