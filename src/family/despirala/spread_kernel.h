/* The loop that the spread's time goes into, over vectors of four as wide as the processor has them: the same operations in
   the same order everywhere, so the same bits. SPREAD_KERNEL names the table of functions. */
#include "family/despirala/spread.h"

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

_Static_assert(DESPIRALA_STRIP == 32, "a strip is eight vectors of four");

/* Eight vectors by name: compilers keep arrays of them in memory. */
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define ZERO(i)  four s##i = {0};
#define ADD(i)   s##i += from[i] * share;
#define PUT(i)   to[i] = s##i;
#define JOIN(i)  to[i] += s##i;

/* Rows lie all over the memory: the next strip's part of one is asked for a strip ahead. */
static inline void ask_ahead(const four *from)
{
    for (int line = 0; line < 4; line++) __builtin_prefetch((const char *)(from + 8) + 64 * line);
}

static const double zeros[DESPIRALA_STRIP];
/* Strip `place` of the band that begins with `score`. */
static inline void fill(const despirala_inflow *in, const despirala_link *link, const despirala_term *term,
                        double *bands, uint32_t place, int32_t score)
{
    double *const strips = bands + place * DESPIRALA_STRIP;
    EACH(ZERO)
    for (uint32_t i = 0; i < in->links; i++) {
        const four *from = (const four *)(strips + (size_t)link[i].from * DESPIRALA_BAND);
        const double share = link[i].share;
        EACH(ADD)
    }
    for (uint32_t i = 0; i < in->terms; i++) {
        const bool off = (score >= term[i].high) | (score + DESPIRALA_STRIP <= term[i].low);
        const four *from = (const four *)(off ? zeros : term[i].row + (score - term[i].low));
        const double share = term[i].share;
        ask_ahead(from);
        EACH(ADD)
    }
    four *to = (four *)(in->out ? in->out + score : strips + (size_t)in->node * DESPIRALA_BAND);
    if (in->out) {
        EACH(JOIN)
    } else {
        EACH(PUT)
    }
}

static void flow(const despirala_inflow *in, uint32_t inflows, const despirala_link *link,
                 const despirala_term *term, double *bands, int32_t score)
{
    for (const despirala_inflow *last = in + inflows; in < last; in++)
        for (uint32_t place = 0; place < DESPIRALA_BAND / DESPIRALA_STRIP; place++) {
            const int32_t from = score + (int32_t)place * DESPIRALA_STRIP;
            four *to = (four *)(bands + (size_t)in->node * DESPIRALA_BAND + place * DESPIRALA_STRIP);
            if (from < in->high && from + DESPIRALA_STRIP > in->low) {
                fill(in, link + in->link, term + in->term, bands, place, from);
            } else if (!in->out) {
                EACH(ZERO)
                EACH(PUT)
            }
        }
}

const despirala_spread_kernel SPREAD_KERNEL = {flow};
