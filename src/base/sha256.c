#include "base/sha256.h"

#include <stdbool.h>

#ifndef ALEA_NO_X86_LANES
#include <cpuid.h>
#include <immintrin.h>

static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static bool has_instructions(void)
{
    unsigned a, b, c, d;
    return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

/* FIPS 180-4, §6.2.2, by the instructions of the Intel SHA Extensions, which keep the working variables as a, b, e, f and
   c, d, g, h and do two rounds at a time. `words` holds the last sixteen of the message schedule. */
__attribute__((target("sha,sse4.1,ssse3"))) static void do_blocks(uint32_t state[8],
                                                                  const unsigned char *data, size_t blocks)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i *at = (__m128i *)(void *)state;
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128(at), 0xB1),
            high = _mm_shuffle_epi32(_mm_loadu_si128(at + 1), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    for (; blocks > 0; blocks--, data += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i words[4];
        for (int i = 0; i < 4; i++)
            words[i] =
                _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i)), swap);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            const __m128i four = words[i % 4];
            __m128i sum =
                _mm_add_epi32(four, _mm_loadu_si128((const __m128i *)(const void *)(constant + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            sum = _mm_shuffle_epi32(sum, 0x0E);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, sum);
            if (i >= 12) continue;
            const __m128i next = words[(i + 1) % 4], last = words[(i + 3) % 4];
            const __m128i early =
                _mm_add_epi32(_mm_sha256msg1_epu32(four, next), _mm_alignr_epi8(last, words[(i + 2) % 4], 4));
            words[i % 4] = _mm_sha256msg2_epu32(early, last);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1B);
    high = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(at, _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128(at + 1, _mm_alignr_epi8(high, low, 8));
}
#else
static bool has_instructions(void)
{
    return false;
}

static void do_blocks(uint32_t state[8], const unsigned char *data, size_t blocks)
{
    (void)state, (void)data, (void)blocks;
}
#endif

/* libmd keeps an incomplete block in its buffer, and counts bits. */
void alea__sha256_update(SHA2_CTX *hash, const unsigned char *data, size_t size)
{
    const size_t whole = size / 64;
    if (whole > 0 && hash->bitcount[0] % 512 == 0 && has_instructions()) {
        do_blocks(hash->state.st32, data, whole);
        hash->bitcount[0] += (uint64_t)whole * 512;
        data += whole * 64;
        size -= whole * 64;
    }
    SHA256Update(hash, data, size);
}
