#include "family/despirala/solve/plan.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/despirala/messages.h"
#include "family/despirala/turn/dice_queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Limit for the bytes of all pages; masks without room are computed each time they are asked. */
#define MOST_BYTES (UINT64_C(1) << 30)

/* A mask's page; NULL: not computed yet. */
typedef struct page_slot {
    _Atomic(uint8_t *) page;
} page_slot;

struct despirala_plan {
    const despirala_game *game;
    const despirala_model *model;
    bool go_on;
    uint8_t collect_of[DESPIRALA_COMBINATIONS];
    uint32_t collects;
    uint64_t bytes;  /* of all pages */
    page_slot *slot; /* [mask] */
    uint8_t *whole;  /* all pages, when it is filled; owned, as the next two */
    uint32_t *place; /* [mask]: of its page in `whole` */
    despirala_tosses *tosses;
    atomic_bool full;
    pthread_mutex_t lock; /* protects the members below */
    despirala_model_moves *moves;
    uint32_t filled; /* mask that the choices are of */
    uint64_t alone;  /* bytes of pages that are allocated one by one */
};

/* ---- pages ---- */

static size_t moves_in(const despirala_plan *p, uint32_t used)
{
    return (size_t)(despirala_goods_in(&p->game->rules, used) + 1) * p->game->rules.rolls;
}

static size_t page_size(const despirala_plan *p, uint32_t used)
{
    return moves_in(p, used) + (size_t)p->collects * (despirala_goods_in(&p->game->rules, used) + 1);
}

/* The bits of one collect with these goods. */
static uint8_t go_on_bits(const despirala_plan *p, const despirala_model_moves *moves, uint32_t c,
                          uint32_t goods)
{
    const uint32_t dice = p->game->rules.dice;
    const size_t width = p->game->graph->most_goods + 1;
    uint8_t bits = 0;
    for (uint32_t kept = 0; kept < dice; kept++)
        if (goods > 0 && moves->go_on[(c * (dice + 1) + kept) * width + goods]) bits |= (uint8_t)(1u << kept);
    return bits;
}

static void page_write(const despirala_plan *p, const despirala_model_moves *moves, uint32_t used,
                       uint8_t *page)
{
    const uint32_t goods = despirala_goods_in(&p->game->rules, used);
    memcpy(page, moves->move, moves_in(p, used));
    page += moves_in(p, used);
    for (uint32_t c = 0; c < p->game->rules.combinations; c++)
        for (uint32_t g = 0; p->collect_of[c] != DESPIRALA_NONE && !(used >> c & 1) && g <= goods; g++)
            page[p->collect_of[c] * (goods + 1) + g] = go_on_bits(p, moves, c, g);
}

/* The move on the page or, if memory had no room for it, from the decisions that were just computed. */
static uint32_t page_move(const despirala_plan *p, const uint8_t *page, const despirala_state *s)
{
    const despirala_rules *rules = &p->game->rules;
    const despirala_player *me = &s->player[s->mover];
    ALEA_ASSERT(me->goods <= despirala_goods_in(rules, me->used));
    if (s->phase == DESPIRALA_CHOOSE) {
        const uint32_t at = me->goods * rules->rolls + despirala_rank(rules, s->dice);
        return page ? page[at] : p->moves->move[at];
    }
    ALEA_ASSERT(s->phase == DESPIRALA_COLLECT && s->doing < rules->targets);
    const despirala_target *t = &rules->target[s->doing];
    const uint32_t goods = despirala_goods_in(rules, me->used);
    const uint8_t bits =
        page ? page[moves_in(p, me->used) + p->collect_of[t->combination] * (goods + 1) + me->goods]
             : go_on_bits(p, p->moves, t->combination, me->goods);
    return bits >> s->dice[t->collect - 1] & 1 ? despirala_go_on(rules) : DESPIRALA_STOP;
}

/* ---- making ---- */

alea_status despirala_plan_make(const despirala_game *game, const despirala_model *model, bool go_on,
                                despirala_plan **out, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_plan *p = alea__alloc(sizeof *p);
    if (!p) return alea__out_of_memory(error);
    p->game = game;
    p->model = model;
    p->go_on = go_on;
    p->filled = game->graph->masks; /* none */
    pthread_mutex_init(&p->lock, NULL);
    for (uint32_t c = 0; c < rules->combinations; c++)
        p->collect_of[c] =
            rules->target[rules->combination[c].first].collect ? (uint8_t)p->collects++ : DESPIRALA_NONE;
    for (uint32_t used = 0; used + 1 < game->graph->masks; used++) p->bytes += page_size(p, used);
    p->slot = alea__alloc_array(game->graph->masks, sizeof *p->slot);
    alea_status status =
        p->slot ? despirala_model_moves_make(game, &p->moves, error) : alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = p;
    else
        despirala_plan_free(p);
    return status;
}

void despirala_plan_free(despirala_plan *p)
{
    if (!p) return;
    for (uint32_t used = 0; p->slot && used < p->game->graph->masks; used++) {
        uint8_t *page = atomic_load(&p->slot[used].page);
        if (!p->whole || page < p->whole || page >= p->whole + p->bytes) alea__free(page);
    }
    alea__free(p->whole);
    alea__free(p->place);
    despirala_tosses_free(p->tosses);
    alea__free(p->slot);
    despirala_model_moves_free(p->moves);
    pthread_mutex_destroy(&p->lock);
    alea__free(p);
}

/* ---- asking ---- */

static uint8_t *plan_work_out(despirala_plan *p, uint32_t used)
{
    if (p->filled != used) despirala_model_moves_fill(p->game, p->model, used, p->go_on, p->moves);
    p->filled = used;
    const size_t size = page_size(p, used);
    uint8_t *page = p->alone + size <= MOST_BYTES ? alea__alloc(size) : NULL;
    if (!page) return NULL;
    page_write(p, p->moves, used, page);
    p->alone += size;
    atomic_store_explicit(&p->slot[used].page, page, memory_order_release);
    return page;
}

uint32_t despirala_decide(const despirala_rules *rules, const despirala_bot *bot, const despirala_state *s,
                          alea__stream *own)
{
    despirala_plan *p = bot->plan;
    const uint32_t used = s->player[s->mover].used;
    if (!p) return despirala_decide_alone(rules, bot, s, own);
    uint8_t *page = atomic_load_explicit(&p->slot[used].page, memory_order_acquire);
    if (page) return page_move(p, page, s);
    pthread_mutex_lock(&p->lock);
    page = atomic_load_explicit(&p->slot[used].page, memory_order_acquire);
    if (!page) page = plan_work_out(p, used);
    const uint32_t move = page_move(p, page, s);
    pthread_mutex_unlock(&p->lock);
    return move;
}

/* ---- all of it ---- */

typedef struct filling {
    despirala_plan *plan;
    const alea_progress *progress;
} filling;

enum { MASKS = 64 /* in a block */ };

static alea_status filling_start(void *user, void **local, alea_error *error)
{
    const filling *f = user;
    despirala_model_moves *moves;
    alea_status status = despirala_model_moves_make(f->plan->game, &moves, error);
    if (status == ALEA_OK) *local = moves;
    return status;
}

static void filling_end(void *user, void *local)
{
    (void)user;
    despirala_model_moves_free(local);
}

/* Fills the pages of one block of masks; the last mask, with all combinations attempted, has none. */
static alea_status filling_work(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const filling *f = user;
    const despirala_plan *p = f->plan;
    (void)result;
    if (alea__stopped(f->progress)) return alea__stop(error);
    for (uint32_t used = (uint32_t)block * MASKS; used < (block + 1) * MASKS; used++) {
        if (used + 1 >= p->game->graph->masks) break;
        despirala_model_moves_fill(p->game, p->model, used, p->go_on, local);
        page_write(p, local, used, p->whole + p->place[used]);
    }
    return ALEA_OK;
}

/* Whoever looks a decision up meanwhile has the old page or the new one; old ones live on until the plan is freed. */
static alea_status plan_fill(despirala_plan *p, unsigned threads, const alea_progress *progress,
                             alea_error *error)
{
    const uint32_t masks = p->game->graph->masks;
    filling f = {p, progress};
    const alea__blocks blocks = {.count = (masks + MASKS - 1) / MASKS,
                                 .threads = threads,
                                 .user = &f,
                                 .thread_start = filling_start,
                                 .thread_end = filling_end,
                                 .work = filling_work};
    alea_status status = ALEA_OK;
    size_t at = 0;
    if (!p->whole) p->whole = alea__alloc_array(p->bytes, 1);
    if (!p->place) p->place = alea__alloc_array(masks, sizeof *p->place);
    if (!p->whole || !p->place) return alea__out_of_memory(error);
    for (uint32_t used = 0; used + 1 < masks; at += page_size(p, used++)) p->place[used] = (uint32_t)at;
    ALEA_ASSERT(at == p->bytes);
    if (!p->tosses) status = despirala_tosses_make(&p->game->rules, &p->tosses, error);
    if (status == ALEA_OK) status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (status != ALEA_OK) return status;
    for (uint32_t used = 0; used + 1 < masks; used++)
        if (!atomic_load(&p->slot[used].page))
            atomic_store_explicit(&p->slot[used].page, p->whole + p->place[used], memory_order_release);
    atomic_store_explicit(&p->full, true, memory_order_release);
    return ALEA_OK;
}

alea_status despirala_plan_fill(despirala_plan *p, unsigned threads, const alea_progress *progress,
                                alea_error *error)
{
    if (p->bytes > MOST_BYTES) return alea__fail(error, ALEA_E_REFUSED, DESPIRALA_PLAN_SIZE, p->bytes);
    pthread_mutex_lock(&p->lock);
    alea_status status = despirala_plan_full(p) ? ALEA_OK : plan_fill(p, threads, progress, error);
    pthread_mutex_unlock(&p->lock);
    return status;
}

despirala_index despirala_plan_index(const despirala_plan *p)
{
    ALEA_ASSERT(despirala_plan_full(p));
    return (despirala_index){p->whole, p->place, p->collect_of, p->tosses};
}

bool despirala_plan_full(const despirala_plan *p)
{
    return atomic_load_explicit(&p->full, memory_order_acquire);
}
