/* Reads who sits where in a game, and the rolls that decided it. */
#include "base/assert.h"
#include "play/messages.h"
#include "play/reader_inside.h"

#include <string.h>

bool alea__all_seated(const unsigned *player_in_seat, unsigned players)
{
    unsigned seen = 0;
    ALEA_ASSERT(players >= 1 && players <= ALEA_MAX_SEATS);

    for (unsigned seat = 0; seat < players; seat++)
        if (player_in_seat[seat] < players) seen |= 1u << player_in_seat[seat];
    return seen == (1u << players) - 1;
}

alea_status alea__check_order(const unsigned *rolled, const unsigned *player_in_seat, unsigned players,
                              alea_error *error)
{
    ALEA_ASSERT(alea__all_seated(player_in_seat, players));
    for (unsigned player = 0; player < players; player++)
        if (rolled[player] == 0) return alea__fail(error, ALEA_E_USAGE, ORDER_NOT_ROLLED, player);
    for (unsigned seat = 1; seat < players; seat++) {
        unsigned before = player_in_seat[seat - 1], after = player_in_seat[seat];
        if (rolled[before] > rolled[after])
            return alea__fail(error, ALEA_E_USAGE, ORDER_BROKEN, before, rolled[before], after,
                              rolled[after]);
    }
    return ALEA_OK;
}

/* {"player":P,"order":F}: once for each player, before the first game, and only with fixed seats. The die must show the
   roll of the seed, unless it was real. */
alea_status alea__take_order(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_record *record = &r->owned->record;
    int64_t player = 0, face = 0;
    const alea__field who = {json_object_get(line, "player"), "`player`", 0, record->players - 1};
    const alea__field order = {json_object_get(line, "order"), "`order`", 1, ALEA__ORDER_SIDES};
    alea_status status = alea__check_keys(r, line, 2, error);
    if (status == ALEA_OK) status = alea__take_number(r, &who, &player, error);
    if (status == ALEA_OK) status = alea__take_number(r, &order, &face, error);

    if (status != ALEA_OK) return status;
    if (r->begun || record->rotates) return ALEA__WRONG(r, error, RECORD_LATE_ORDER);
    if (record->order[player]) return ALEA__WRONG(r, error, RECORD_SECOND_ORDER, (int)player);
    unsigned die = record->manual ? (unsigned)face : alea__roll_order(&r->order);
    if (die != face) return ALEA__WRONG(r, error, RECORD_ORDER_DIE, (int)face, die);
    record->order[player] = die;
    r->ordered++;
    return ALEA_OK;
}

/* Checks that each player has one seat, that seats rotate if the heading says so, and that they follow the rolls for the order. */
static alea_status reader_check_seats(const alea__reading *r, const unsigned *player, alea_error *error)
{
    const alea_record *record = &r->owned->record;
    alea_error below;
    if (!alea__all_seated(player, record->players))
        return ALEA__WRONG(r, error, RECORD_SEATED, record->players - 1);
    for (unsigned seat = 0; record->rotates && seat < record->players; seat++)
        if (player[seat] != alea__bot_in_seat(true, record->players, r->now.number, seat))
            return ALEA__WRONG(r, error, RECORD_ROTATION,
                               alea__bot_in_seat(true, record->players, r->now.number, seat), seat);
    if (r->ordered > 0 && alea__check_order(record->order, player, record->players, &below) != ALEA_OK)
        return alea__wrong(r, &below, error);
    return ALEA_OK;
}

/* {"begin":N,"bots":[…]}: begins game N with a player in each seat. Numbers of games ascend; another game cannot be
   open. */
alea_status alea__take_begin(alea__reading *r, const json_t *line, alea_error *error)
{
    const alea_record *record = &r->owned->record;
    alea__numbers player = {.count = 0}; /* by seat */
    int64_t number = 0;
    if (r->open) return ALEA__WRONG(r, error, RECORD_UNENDED);
    const int64_t least = r->begun ? (int64_t)r->now.number + 1 : 0;
    const alea__field begin = {json_object_get(line, "begin"), "`begin`", least, INT64_MAX - 1};
    const alea__field bots = {json_object_get(line, "bots"), "`bots`", 0, ALEA_MAX_SEATS};
    alea_status status = alea__check_keys(r, line, 2, error);
    if (status == ALEA_OK) status = alea__take_number(r, &begin, &number, error);
    if (status == ALEA_OK) status = alea__take_list(r, &bots, &player, error);
    if (status != ALEA_OK) return status;
    if (player.count != record->players) return ALEA__WRONG(r, error, RECORD_SEATED, record->players - 1);
    ALEA_ASSERT(!r->now.history); /* it is the record's, or freed */
    r->now = (alea_record_game){.number = (uint64_t)number};
    memcpy(r->now.player, player.number, player.count * sizeof *player.number);
    r->history_capacity = 0;
    status = reader_check_seats(r, r->now.player, error);
    if (status != ALEA_OK) return status;
    alea__game_log_begin(&r->log, record->game, record->seed, r->now.number);
    r->begun = r->open = true;
    return ALEA_OK;
}
