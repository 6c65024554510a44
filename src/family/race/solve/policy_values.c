/* Values of rows; see balance.h.

   A turn that is not lost raises the sum of the scores, so that positions are solved from high sums to low ones, and two
   at a time: (i, j) and (j, i) lead to each other by busts. A wipe leads anywhere, but always to a position whose player to
   wait has 0. Given the values of those few, everything else follows in one sweep; they themselves are found by GMRES
   (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986), for which a sweep is the matrix. */
#include "family/race/solve/policy_values.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { BASIS = 60, RESTARTS = 200 };
#define CLOSER 1e-9 /* by how much one round may bring the residual down before it is measured anew */

/* ---- rows ---- */

static bool allocate(race_turn_rows *rows, size_t positions)
{
    rows->at = alea__alloc_array(positions, sizeof *rows->at);
    rows->first = alea__alloc_array(positions, sizeof *rows->first);
    rows->count = alea__alloc_array(positions, sizeof *rows->count);
    rows->bust = alea__alloc_array(positions, sizeof(double));
    rows->wipe = alea__alloc_array(positions, sizeof(double));
    rows->moves = alea__alloc_array(positions, sizeof(double));
    for (size_t i = 0; rows->moves && i < positions; i++)
        rows->moves[i] = 1; /* a row never set has the value of its constant */
    return rows->at && rows->first && rows->count && rows->bust && rows->wipe && rows->moves;
}

alea_status race_balance_make(unsigned sides, uint32_t stand, race_balance *out, alea_error *error)
{
    *out = (race_balance){.sides = sides, .stand = stand};
    bool all = true;
    for (unsigned s = 0; s < sides; s++) all = allocate(&out->rows[s], (size_t)stand * stand) && all;
    if (all) return ALEA_OK;
    race_balance_clear(out);
    return alea__out_of_memory(error);
}

void race_balance_clear(race_balance *b)
{
    for (int s = 0; s < 2; s++) {
        alea__free(b->rows[s].at);
        alea__free(b->rows[s].first);
        alea__free(b->rows[s].count);
        alea__free(b->rows[s].bust);
        alea__free(b->rows[s].wipe);
        alea__free(b->rows[s].moves);
        alea__free(b->rows[s].p);
    }
    *b = (race_balance){.sides = 0};
}

double race_balance_bytes(unsigned sides, uint32_t stand, uint32_t longest)
{
    double positions = (double)stand * stand, row = longest < stand ? longest : stand;
    return sides * (positions * (row * 8 + 48) + 2.0 * (double)BASIS * stand * 8);
}

void race_balance_empty(race_balance *b, unsigned side)
{
    b->rows[side].used = 0;
    b->wipes = b->wipes && b->sides > 1; /* never wrong to keep it set */
}

static alea_status make_room(race_turn_rows *rows, size_t more, alea_error *error)
{
    if (rows->used + more <= rows->capacity) return ALEA_OK;
    size_t capacity = rows->capacity + rows->capacity / 2 + more + 1024;
    double *p = alea__resize(rows->p, capacity * sizeof *p);
    if (!p) return alea__out_of_memory(error);
    rows->p = p;
    rows->capacity = capacity;
    return ALEA_OK;
}

alea_status race_balance_set(race_balance *b, unsigned side, size_t row, uint32_t first, uint32_t count,
                             const double *p, double bust, double wipe, double moves, alea_error *error)
{
    race_turn_rows *rows = &b->rows[side];
    while (count > 0 && p[count - 1] == 0) count--;
    while (count > 0 && p[0] == 0) p++, first++, count--;
    alea_status status = make_room(rows, count, error);
    if (status != ALEA_OK) return status;
    if (count > 0) memcpy(rows->p + rows->used, p, count * sizeof *p);
    rows->at[row] = rows->used;
    rows->first[row] = first;
    rows->count[row] = count;
    rows->bust[row] = bust;
    rows->wipe[row] = wipe;
    rows->moves[row] = moves;
    rows->used += count;
    b->wipes |= wipe > 0;
    return ALEA_OK;
}

/* ---- one sweep ---- */

typedef struct sweep {
    const race_balance *b;
    double sign;
    double *const *c; /* NULL: nothing */
    double *const *x;
    const double *wiped[2]; /* [own]: the value where the other was wiped; NULL: nothing */
} sweep;

static bool is_dead(const race_balance *b, unsigned side, size_t row)
{
    return b->dead[side] && b->dead[side][row];
}

/* Everything that the value of a position is made of but for a bust. */
static double without_bust(const sweep *w, unsigned side, uint32_t own, uint32_t other)
{
    const race_turn_rows *rows = &w->b->rows[side];
    const unsigned next = w->b->sides - 1 - side;
    const size_t row = (size_t)own * w->b->stand + other;
    const double *p = rows->p + rows->at[row],
                 *x = w->x[next] + (size_t)other * w->b->stand + rows->first[row];
    double part[4] = {0, 0, 0, 0};
    uint32_t k = 0;
    for (; k + 4 <= rows->count[row]; k += 4)
        for (uint32_t i = 0; i < 4; i++) part[i] += p[k + i] * x[k + i];
    double sum = (part[0] + part[1]) + (part[2] + part[3]);
    for (; k < rows->count[row]; k++) sum += p[k] * x[k];
    if (w->wiped[next]) sum += rows->wipe[row] * w->wiped[next][other];
    return (w->c ? w->c[side][row] : 0) + w->sign * sum;
}

/* x = a + sign * bust * y and y = b + sign * bust' * x, without 1 - bust * bust' as a difference. */
static void solve_pair(const sweep *w, unsigned side, uint32_t i, uint32_t j)
{
    const unsigned next = w->b->sides - 1 - side;
    const race_turn_rows *mine = &w->b->rows[side], *theirs = &w->b->rows[next];
    const size_t here = (size_t)i * w->b->stand + j, there = (size_t)j * w->b->stand + i;
    const bool lives = !is_dead(w->b, side, here), other_lives = !is_dead(w->b, next, there);
    double a = lives ? without_bust(w, side, i, j) : 0, b = other_lives ? without_bust(w, next, j, i) : 0;
    if (lives && other_lives) {
        double rest = mine->moves[here] + mine->bust[here] * theirs->moves[there];
        w->x[side][here] = (a + w->sign * mine->bust[here] * b) / rest;
        w->x[next][there] = (b + w->sign * theirs->bust[there] * a) / rest;
    } else {
        w->x[side][here] = a;
        w->x[next][there] = b;
    }
}

/* Of two equal players each pair is met twice unless i >= j; with two sides, side 0 meets all. */
static void sweep_all(const sweep *w)
{
    const uint32_t stand = w->b->stand;
    for (uint32_t sum = 2 * stand - 1; sum-- > 0;) {
        uint32_t i = sum < stand ? sum : stand - 1, last = sum < stand ? 0 : sum - stand + 1;
        for (;; i--) {
            if (w->b->sides == 2 || i >= sum - i) solve_pair(w, 0, i, sum - i);
            if (i == last) break;
        }
    }
}

/* ---- GMRES over the values where a player was wiped ---- */

/* z holds x[side][own, 0] for all own, side after side. */
typedef struct krylov {
    sweep w;
    size_t size;
    double *basis;      /* [BASIS + 1][size] */
    double (*h)[BASIS]; /* Hessenberg matrix, made triangular as it grows */
    double cosine[BASIS], sine[BASIS], rest[BASIS + 1], y[BASIS];
} krylov;

static double dot(const double *a, const double *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += a[i] * b[i];
    return sum;
}

/* out = what a sweep makes of z; with constants or without. */
static void apply(krylov *k, double *const *c, const double *z, double *out)
{
    const race_balance *b = k->w.b;
    k->w.c = c;
    for (unsigned s = 0; s < b->sides; s++) k->w.wiped[s] = z + (size_t)s * b->stand;
    sweep_all(&k->w);
    for (unsigned s = 0; s < b->sides; s++)
        for (uint32_t own = 0; own < b->stand; own++)
            out[s * b->stand + own] = k->w.x[s][(size_t)own * b->stand];
}

/* The next vector of the basis: one that (1 - sweep) leads to, less what the others already have of it. */
static double extend(krylov *k, int n)
{
    const double *v = k->basis + (size_t)n * k->size;
    double *next = k->basis + (size_t)(n + 1) * k->size;
    apply(k, NULL, v, next);
    for (size_t i = 0; i < k->size; i++) next[i] = v[i] - next[i];
    for (int j = 0; j <= n; j++) {
        const double *u = k->basis + (size_t)j * k->size;
        k->h[j][n] = dot(u, next, k->size);
        for (size_t i = 0; i < k->size; i++) next[i] -= k->h[j][n] * u[i];
    }
    double length = sqrt(dot(next, next, k->size));
    for (size_t i = 0; length > 0 && i < k->size; i++) next[i] /= length;
    return length;
}

/* Givens rotations keep the least-squares problem triangular; returns what remains of the residual. */
static double rotate(krylov *k, int n, double below)
{
    for (int j = 0; j < n; j++) {
        double above = k->h[j][n], under = k->h[j + 1][n];
        k->h[j][n] = k->cosine[j] * above + k->sine[j] * under;
        k->h[j + 1][n] = k->cosine[j] * under - k->sine[j] * above;
    }
    double length = hypot(k->h[n][n], below);
    k->cosine[n] = length > 0 ? k->h[n][n] / length : 1;
    k->sine[n] = length > 0 ? below / length : 0;
    k->h[n][n] = length;
    k->rest[n + 1] = -k->sine[n] * k->rest[n];
    k->rest[n] *= k->cosine[n];
    return fabs(k->rest[n + 1]);
}

static void correct(krylov *k, int count, double *z)
{
    for (int n = count; n-- > 0;) {
        double sum = k->rest[n];
        for (int j = n + 1; j < count; j++) sum -= k->h[n][j] * k->y[j];
        k->y[n] = k->h[n][n] != 0 ? sum / k->h[n][n] : 0;
    }
    for (int n = 0; n < count; n++)
        for (size_t i = 0; i < k->size; i++) z[i] += k->y[n] * k->basis[(size_t)n * k->size + i];
}

/* One round from z; returns the length of the residual that it began with. */
static double improve(krylov *k, double enough, double *const *c, double *z)
{
    double *r = k->basis;
    apply(k, c, z, r);
    for (size_t i = 0; i < k->size; i++) r[i] -= z[i];
    double length = sqrt(dot(r, r, k->size));
    if (length <= enough || !isfinite(length)) return length;
    for (size_t i = 0; i < k->size; i++) r[i] /= length;
    k->rest[0] = length;
    int n = 0;
    for (double left = length; n < BASIS && left > fmax(enough / 2, length * CLOSER); n++) {
        double below = extend(k, n);
        left = rotate(k, n, below);
        if (below == 0) left = 0;
    }
    correct(k, n, z);
    return length;
}

static void iterate(krylov *k, double enough, double *const *c, double *z)
{
    double best = INFINITY;
    int idle = 0;
    double *kept = z + k->size; /* the best z so far, right behind it */
    for (int round = 0; round < RESTARTS && idle < 1; round++) {
        memcpy(kept + k->size, z, k->size * sizeof *z);
        double length = improve(k, enough, c, z);
        if (length < best) memcpy(kept, kept + k->size, k->size * sizeof *z);
        idle = length < best / 2 ? 0 : idle + 1;
        best = fmin(best, length);
        if (length <= enough || !isfinite(length)) break;
    }
    memcpy(z, kept, k->size * sizeof *z);
    apply(k, c, z, k->basis);
}

static alea_status solve_wipes(sweep *w, double enough, double *const *c, alea_error *error)
{
    krylov k = {.w = *w, .size = (size_t)w->b->sides * w->b->stand};
    double *z = alea__alloc_array(3 * k.size, sizeof *z);
    k.basis = alea__alloc_array((BASIS + 1) * k.size, sizeof *k.basis);
    k.h = alea__alloc_array(BASIS + 1, sizeof *k.h);
    alea_status status = z && k.basis && k.h ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned s = 0; status == ALEA_OK && s < w->b->sides; s++) /* what is there is the first guess */
        for (uint32_t own = 0; own < w->b->stand; own++)
            z[s * w->b->stand + own] = w->x[s][(size_t)own * w->b->stand];
    if (status == ALEA_OK) iterate(&k, enough, c, z);
    alea__free(k.h);
    alea__free(k.basis);
    alea__free(z);
    return status;
}

alea_status race_balance_solve(const race_balance *b, double sign, double enough, double *const c[2],
                               double *const x[2], alea_error *error)
{
    sweep w = {.b = b, .sign = sign, .c = c, .x = x};
    if (b->wipes) return solve_wipes(&w, enough, c, error);
    sweep_all(&w);
    return ALEA_OK;
}
