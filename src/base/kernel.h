#pragma once
/* Kernels: files *_kernel.c, compiled once for each vector width that they ask for (cmake/compiler.cmake) and chosen at
   run time. The build sets LANE_BYTES (16, 32 or 64) and LANE_NAME (portable, avx2 or avx512). KERNEL names what a
   kernel exports: KERNEL(hog_sweep) is hog_sweep_avx2 when compiled for AVX2. All widths give the same bits. */

#define KERNEL_PASTE(name, width)  name##_##width
#define KERNEL_EXPAND(name, width) KERNEL_PASTE(name, width)
#define KERNEL(name)               KERNEL_EXPAND(name, LANE_NAME)

/* LANE_NAME as a text: LANE_TEXT(LANE_NAME). */
#define LANE_QUOTE(name) #name
#define LANE_TEXT(name)  LANE_QUOTE(name)

/* The widest vectors that kernels may use: 64, 32 or 16 bytes, as the processor and the limit below allow. */
int alea__lane_bytes(void);
/* Limits the width of vectors to this many bytes from now on; 0: no limit. Existing workspaces keep their kernels. Tests
   use it, and measurements of narrower vectors. */
void alea__limit_lane_bytes(int most);

/* The kernel for this machine, of two or of three widths. */
#ifndef ALEA_NO_X86_LANES
#define KERNEL_OF_TWO(name)   (alea__lane_bytes() >= 32 ? name##_avx2 : name##_portable)
#define KERNEL_OF_THREE(name) (alea__lane_bytes() >= 64 ? name##_avx512 : KERNEL_OF_TWO(name))
#else
#define KERNEL_OF_TWO(name)   (name##_portable)
#define KERNEL_OF_THREE(name) (name##_portable)
#endif
