/* The best of many rows of whole numbers. Part of the checker: it has nothing of the solver's kernel.
   Widths: portable avx2 */
#include "base/kernel.h"
#include "family/despirala/check/certify.h"

typedef int64_t row_piece __attribute__((vector_size(LANE_BYTES), aligned(8)));

enum { PIECE = LANE_BYTES / 8, PIECES = DESPIRALA_BLOCK / PIECE };

/* The kernel for one direction, so that `more` is a constant in it. At least one row. */
static inline __attribute__((always_inline)) void best_rows(const int64_t *const *row, uint32_t rows,
                                                            uint32_t width, bool more, int64_t *out)
{
    for (uint32_t g = 0; g < width; g += DESPIRALA_BLOCK) {
        row_piece best[PIECES];
        for (uint32_t k = 0; k < PIECES; k++)
            best[k] = *(const row_piece *)(const void *)(row[0] + g + k * PIECE);
        for (uint32_t r = 1; r < rows; r++)
            for (uint32_t k = 0; k < PIECES; k++) {
                const row_piece other = *(const row_piece *)(const void *)(row[r] + g + k * PIECE);
                const row_piece better = more ? other > best[k] : other < best[k];
                best[k] = (other & better) | (best[k] & ~better);
            }
        for (uint32_t k = 0; k < PIECES; k++) *(row_piece *)(void *)(out + g + k * PIECE) = best[k];
    }
}

void KERNEL(despirala_best_rows)(const int64_t *const *row, uint32_t rows, uint32_t width, bool more,
                                 int64_t *out)
{
    if (more)
        best_rows(row, rows, width, true, out);
    else
        best_rows(row, rows, width, false, out);
}
