/* The loop that takes most of the time when a distribution is computed, with the widest vectors of the processor. All
   widths do the same operations in the same order, so they give the same bits. Widths: portable avx2 avx512 */
#include "base/kernel.h"
#include "family/despirala/distribution/distribution.h"

enum { WIDE = LANE_BYTES < 32 ? 4 : LANE_BYTES / 8 };

typedef double scores __attribute__((vector_size(WIDE * 8), aligned(8), may_alias));

_Static_assert(DESPIRALA_STRIP == 32, "a strip is eight vectors of four, or four of eight");

/* The vectors are separate variables, because compilers would keep an array of them in memory. */
#if LANE_BYTES == 64
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#else
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#endif
#define ZERO(i) scores s##i = {0};
#define ADD(i)  s##i += from[i] * share;
#define PUT(i)  to[i] = s##i;
#define JOIN(i) to[i] += s##i;

static const double zeros[DESPIRALA_STRIP];

/* Computes one strip of a node, the sum of its links and terms, and stores it in the node or adds it to `out`. */
static inline void strip_fill(const despirala_inflow *in, const despirala_link *link,
                              const despirala_term *term, double *strips, int32_t score)
{
    EACH(ZERO)
    for (uint32_t i = 0; i < in->links; i++) {
        const scores *from = (const scores *)(strips + (size_t)link[i].from * DESPIRALA_STRIP);
        const double share = link[i].share;
        EACH(ADD)
    }
    for (uint32_t i = 0; i < in->terms; i++) {
        const bool off = score >= term[i].high || score + DESPIRALA_STRIP <= term[i].low;
        const scores *from = (const scores *)(off ? zeros : term[i].row + (score - term[i].low));
        const double share = term[i].share;
        for (int line = 0; line < 4; line++) /* the row's next strip, because rows are scattered */
            __builtin_prefetch((const char *)(from + DESPIRALA_STRIP / WIDE) + 64 * line);
        EACH(ADD)
    }
    scores *to = (scores *)(in->out ? in->out + score : strips + (size_t)in->node * DESPIRALA_STRIP);
    if (in->out) {
        EACH(JOIN)
    } else {
        EACH(PUT)
    }
}

static inline void strip_clear(double *strip)
{
    scores *to = (scores *)strip;
    EACH(ZERO)
    EACH(PUT)
}

static void strip_flow(const despirala_inflow *in, uint32_t inflows, const despirala_link *link,
                       const despirala_term *term, double *strips, int32_t score)
{
    for (const despirala_inflow *last = in + inflows; in < last; in++) {
        if (score < in->high && score + DESPIRALA_STRIP > in->low)
            strip_fill(in, link + in->link, term + in->term, strips, score);
        else if (!in->out)
            strip_clear(strips + (size_t)in->node * DESPIRALA_STRIP);
    }
}

const despirala_distribution_kernel KERNEL(despirala_distribution) = {strip_flow};
