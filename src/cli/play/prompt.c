/* Questions to people, and the commands that they can type at any question. */
#include "base/assert.h"
#include "cli/play/table_game.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_MOVES = 256, PROMPT_SIZE = 800, MOVES_LISTED = 12 };

/* ---- the moves of a position, by name ---- */

typedef struct prompt_moves {
    unsigned count, shortlisted; /* `shortlisted` of them come first and are shown with numbers; 0: none */
    uint32_t move[MOST_MOVES];
    const char *name[MOST_MOVES + 8]; /* then the commands and NULL, for completion */
} prompt_moves;

static const char *const commands[] = {"help", "rules", "hint", "undo", "save", "quit", "more", "sheet"};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Puts the moves that a person looks at first before the others. */
static void prompt_order_moves(const table_game *t, prompt_moves *m)
{
    uint32_t first[MOST_MOVES];
    m->shortlisted = alea_game_shortlist(t->game, alea_session_state(t->session), first, MOST_MOVES);
    for (unsigned i = 0; i < m->shortlisted; i++) {
        unsigned at = i;
        while (at < m->count && m->move[at] != first[i]) at++;
        ALEA_ASSERT(at < m->count);
        memmove(m->move + i + 1, m->move + i, (at - i) * sizeof *m->move);
        m->move[i] = first[i];
    }
}

static void prompt_list_moves(const table_game *t, prompt_moves *m)
{
    const alea_state *state = alea_session_state(t->session);
    unsigned all = alea_game_to_move(t->game, state) >= 0 ? alea_game_move_count(t->game, state) : 0;
    m->count = all < MOST_MOVES ? all : MOST_MOVES;
    for (unsigned i = 0; i < m->count; i++) m->move[i] = alea_game_move(t->game, state, i);
    prompt_order_moves(t, m);
    for (unsigned i = 0; i < m->count; i++) m->name[i] = alea_game_move_name(t->game, m->move[i]);
    for (unsigned i = 0; i < COMMANDS; i++) m->name[m->count + i] = commands[i];
    m->name[m->count + COMMANDS] = NULL;
}

/* Compares without case; a run of spaces counts as one. */
static bool prompt_begins_alike(const char *name, const char *typed, bool whole)
{
    while (*typed) {
        if (isspace((unsigned char)*typed)) {
            typed += strspn(typed, " \t");
            if (!*typed) break;
            if (*name++ != ' ') return false;
        } else if (tolower((unsigned char)*name++) != tolower((unsigned char)*typed++))
            return false;
    }
    return !whole || !*name;
}

/* Words in small letters, and then the single digits in ascending order, so that "Two triples 5 3" is "two triples 3 5". */
static void prompt_sort_numbers(const char *text, char out[CONSOLE_LINE_SIZE])
{
    unsigned digits[10] = {0};
    size_t used = 0;
    while (*(text += strspn(text, " \t,"))) {
        const size_t length = strcspn(text, " \t,");
        const bool digit = length == 1 && isdigit((unsigned char)*text);
        if (digit) digits[*text - '0']++;
        for (size_t i = 0; i < length && !digit && used + 2 < CONSOLE_LINE_SIZE; i++)
            out[used++] = (char)tolower((unsigned char)text[i]);
        if (!digit && used + 2 < CONSOLE_LINE_SIZE) out[used++] = ' ';
        text += length;
    }
    for (unsigned digit = 0; digit < 10; digit++)
        for (; digits[digit] > 0 && used + 1 < CONSOLE_LINE_SIZE; digits[digit]--)
            out[used++] = (char)('0' + digit);
    out[used] = 0;
}

/* The index of the only move with these words and, in any order, these numbers; m->count if there is none or several. */
static unsigned prompt_find_unordered(const prompt_moves *m, const char *typed)
{
    char wanted[CONSOLE_LINE_SIZE], name[CONSOLE_LINE_SIZE];
    unsigned found = m->count, fits = 0;
    prompt_sort_numbers(typed, wanted);
    for (unsigned i = 0; i < m->count; i++) {
        prompt_sort_numbers(m->name[i], name);
        if (strcmp(name, wanted) != 0) continue;
        found = i;
        fits++;
    }
    return fits == 1 ? found : m->count;
}

/* The index of the move with this number in the displayed list; m->count if there is no such list or number. */
static unsigned prompt_find_number(const prompt_moves *m, const char *typed)
{
    const size_t length = strlen(typed);
    if (m->shortlisted == 0 || length == 0 || length > 3 || strspn(typed, "0123456789") != length)
        return m->count;
    const unsigned long number = strtoul(typed, NULL, 10);
    return number >= 1 && number <= m->count ? (unsigned)number - 1 : m->count;
}

/* The index of the move with the typed name, or of the only one that begins with it. Otherwise m->count, with the number of
   matches in *fits. */
static unsigned prompt_find_move(const prompt_moves *m, const char *typed, unsigned *fits)
{
    unsigned found = prompt_find_number(m, typed);
    *fits = found < m->count;
    if (found < m->count) return found;
    for (unsigned i = 0; i < m->count; i++) {
        if (prompt_begins_alike(m->name[i], typed, true)) {
            *fits = 1;
            return i;
        }
        if (!prompt_begins_alike(m->name[i], typed, false)) continue;
        found = (*fits)++ == 0 ? i : m->count;
    }
    return *fits == 0 ? prompt_find_unordered(m, typed) : found;
}

/* Writes the names of the moves, as in "roll or hold", if they are few. */
static void prompt_name_moves(const prompt_moves *m, char *out, size_t size)
{
    size_t used = 0;
    *out = 0;
    if (m->shortlisted > 0)
        snprintf(out, size, PLAY_NUMBERED, m->shortlisted, m->count);
    else if (m->count > MOVES_LISTED)
        snprintf(out, size, PLAY_MANY, m->count);
    for (unsigned i = 0; i < m->count && m->count <= MOVES_LISTED && used < size; i++) {
        unsigned at = m->count == 2 ? 1 - i : i; /* of two, the bold one first: roll or hold */
        const char *between = i == 0 ? "" : i + 1 == m->count ? " or " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", between, m->name[at]);
    }
}

/* ---- commands ---- */

/* Lists the moves of the position, and then the commands. */
static void prompt_help(table_game *t, const prompt_moves *m)
{
    char names[4096];
    size_t used = 0;
    for (unsigned i = 0; i < m->count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, i ? ", %s" : "%s", m->name[i]);
    if (m->shortlisted > 0)
        console_say(t->console, PLAY_MOVES_LIST, m->name[0], m->count);
    else
        console_say(t->console, PLAY_MOVES, m->count ? names : "press Enter to roll");
    play_say_objective(t);
    console_say(t->console, PLAY_HELP);
}

/* Shows the value of each move, or the reason why it is unknown. */
static void prompt_hint(table_game *t)
{
    alea_review_answer answer;
    cmd_view v = {.how = console_view(t->console)};
    const alea_state *state = alea_session_state(t->session);
    if (alea_game_to_move(t->game, state) < 0) {
        console_say(t->console, PLAY_NO_DECISION);
        return;
    }
    if (!coach_ask(&t->coach, state, play_event(t), &answer)) {
        console_say(t->console, PLAY_NO_HINT, t->coach.why);
        return;
    }
    alea_status made = coach_estimates(&t->coach)
                           ? alea_view_estimated_hint(&answer, &t->coach.values, &v.how, &v.text, &v.error)
                           : alea_view_hint(&answer.answer, t->coach.objective, &v.how, &v.text, &v.error);
    console_show_view(t->console, made, &v);
    char line[256];
    alea_game_position(t->game, state, line, sizeof line);
    console_say(t->console, PLAY_POSITION, line);
    alea_review_answer_free(&answer);
}

static void prompt_saved(table_game *t)
{
    const char *record = alea_session_record(t->session), *trouble = alea_session_trouble(t->session);
    if (trouble)
        console_say(t->console, PLAY_CANNOT_SAVE, trouble);
    else if (record)
        console_say(t->console, PLAY_SAVED_IN, cmd_show(record).text);
    else
        console_say(t->console, PLAY_NOT_RECORDED);
}

/* Undoes the last decision of the only person. Returns PLAY_AGAIN if the position changed. */
static play_end prompt_undo(table_game *t)
{
    alea_error error;
    unsigned seat = 0;
    if (play_humans(t) != 1)
        console_say(t->console, PLAY_NOT_ALONE);
    else if (!alea_session_seated(t->session))
        console_say(t->console, PLAY_NO_UNDO);
    else {
        while (play_in_seat(t, seat)->kind != PLAY_HUMAN) seat++;
        if (alea_session_undo(t->session, seat, &error) == ALEA_OK) {
            console_say(t->console, PLAY_UNDONE);
            return PLAY_AGAIN;
        }
        console_say(t->console, "%s", error.message);
    }
    return PLAY_ON;
}

/* The list of moves again, or all of them. */
static void prompt_list(table_game *t, const prompt_moves *m, bool all)
{
    char names[400];
    if (m->shortlisted > 0)
        play_show_moves(t, m->move, all ? m->count : m->shortlisted, !all);
    else if (m->count == 0)
        console_say(t->console, PLAY_NO_DECISION);
    else {
        prompt_name_moves(m, names, sizeof names);
        console_say(t->console, PLAY_ALL_MOVES, names);
    }
}

/* Shows the sheets of all players, the mover's first. */
static void prompt_sheets(table_game *t)
{
    const int turn = alea_game_turn_of(t->game, alea_session_state(t->session));
    if (!play_has_sheet(t)) {
        console_say(t->console, PLAY_NO_SHEET);
        return;
    }
    for (unsigned i = 0; i < t->players && alea_session_seated(t->session); i++) {
        const unsigned seat = ((turn > 0 ? (unsigned)turn : 0) + i) % t->players;
        if (t->players > 1) console_say(t->console, PLAY_SHEET_OF, play_in_seat(t, seat)->name);
        play_show_sheet(t, seat);
    }
}

/* Whether the line asks to leave. `q` does unless a move begins with it. */
static bool prompt_leaves(const prompt_moves *m, const char *line)
{
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "exit") == 0) return true;
    for (unsigned i = 0; i < m->count; i++)
        if (strncasecmp(m->name[i], "q", 1) == 0) return false;
    return strcasecmp(line, "q") == 0;
}

/* Whether the line was a command; *end is then what came of it. */
static bool prompt_command(table_game *t, const prompt_moves *m, const char *line, play_end *end)
{
    *end = PLAY_ON;
    if (prompt_leaves(m, line))
        *end = PLAY_LEFT;
    else if (strcasecmp(line, "help") == 0 || strcmp(line, "?") == 0)
        prompt_help(t, m);
    else if (strcasecmp(line, "rules") == 0)
        console_say(t->console, "%s", alea_game_text(t->game));
    else if (strcasecmp(line, "hint") == 0)
        prompt_hint(t);
    else if (strcasecmp(line, "more") == 0)
        prompt_list(t, m, true);
    else if (strcasecmp(line, "sheet") == 0)
        prompt_sheets(t);
    else if (strcasecmp(line, "save") == 0)
        prompt_saved(t);
    else if (strcasecmp(line, "undo") == 0)
        *end = prompt_undo(t);
    else
        return false;
    return true;
}

/* Asks until a line is not a command. */
static play_end prompt_ask(table_game *t, const prompt_moves *m, const char *prompt,
                           char line[CONSOLE_LINE_SIZE])
{
    for (;;) {
        play_end end;
        switch (console_ask(t->console, prompt, m->name, line)) {
        case CONSOLE_END:
        case CONSOLE_LEAVE: return PLAY_LEFT;
        case CONSOLE_TOO_LONG: console_say(t->console, PLAY_TOO_LONG); continue;
        case CONSOLE_LINE: break;
        }
        if (!prompt_command(t, m, line, &end)) return PLAY_ON;
        if (end != PLAY_ON) return end;
    }
}

/* ---- questions ---- */

/* Reports that a line names no move, or `fits` of them, and lists what can be typed. */
static void prompt_unknown(table_game *t, const prompt_moves *m, const char *typed, unsigned fits)
{
    char names[400];
    prompt_name_moves(m, names, sizeof names);
    if (strcasecmp(typed, "reroll") == 0 && strstr(alea_game_spec(t->game), "misere=true")) {
        console_say(t->console, PLAY_NO_REROLL);
        return;
    }
    const char *nearest = alea_view_nearest(typed, m->name, m->count + COMMANDS);
    if (!*typed)
        console_say(t->console, m->count > MOVES_LISTED ? PLAY_TYPE_ONE : PLAY_TYPE_MOVE, names);
    else if (fits > 1)
        console_say(t->console, PLAY_AMBIGUOUS, cmd_show(typed).text, fits);
    else if (nearest)
        console_say(t->console, PLAY_NEAREST, cmd_show(typed).text, nearest, names);
    else
        console_say(t->console, PLAY_NO_MOVE, cmd_show(typed).text, names);
}

/* The greatest cost of a move without a warning; negative: no limit. The coach warns of blunders. */
static double prompt_limit(const table_game *t)
{
    static const double blunder = 0.1; /* of the scale, as in alea/review.h */
    if (t->tutor >= 0 || !t->coached || !t->coach.knows) return t->tutor;
    return blunder * t->coach.values.scale;
}

/* Warns of a move that costs more than the limit, and with the coach also if the best move wins immediately and this one
   does not; then asks again. Sets *made to whether to make the move. */
static play_end prompt_warn(table_game *t, const prompt_moves *m, const alea_review_answer *answer,
                            unsigned chosen, bool *made)
{
    static const char *const units[] = {[ALEA_WIN] = " % of the chance to win",
                                        [ALEA_MONEY] = "",
                                        [ALEA_SCORE] = " points",
                                        [ALEA_TURNS] = " turns"};
    char line[CONSOLE_LINE_SIZE];
    const alea_answer *a = &answer->answer;
    ALEA_ASSERT(chosen < m->count);
    const unsigned at = coach_find(a, m->move[chosen]);
    if (at == a->count) return PLAY_ON;
    const double cost = coach_estimates(&t->coach) ? answer->cost[at].amount : coach_cost(a, at);
    const alea_state *now = alea_session_state(t->session);
    const bool wins = t->coached && cost > 0 && coach_wins(&t->coach, now, a->move[a->best].move) &&
                      !coach_wins(&t->coach, now, m->move[chosen]);
    if (!wins && (prompt_limit(t) < 0 || cost <= prompt_limit(t))) return PLAY_ON;
    const bool number = isdigit((unsigned char)m->name[chosen][0]);
    console_say(t->console, PLAY_COSTS, number ? PLAY_CHOOSING : "", m->name[chosen],
                t->coach.objective == ALEA_MONEY ? "$" : "",
                t->coach.objective == ALEA_WIN ? 100 * cost : cost, units[t->coach.objective],
                a->move[a->best].name);
    const play_end end = prompt_ask(t, m, PLAY_ANYWAY, line);
    *made = end == PLAY_ON && (line[0] == 'y' || line[0] == 'Y');
    return end;
}

/* Shows the warnings of the tutor and the coach about a move. Sets *made to whether to make it. */
static play_end prompt_confirm(table_game *t, const prompt_moves *m, unsigned chosen, bool *made)
{
    alea_review_answer answer;
    *made = true;
    if (t->tutor < 0 && !t->coached) return PLAY_ON;
    if (!coach_ask(&t->coach, alea_session_state(t->session), play_event(t), &answer)) {
        if (t->coach.status == ALEA_E_MEMORY) console_say(t->console, PLAY_NO_HINT, t->coach.why);
        return PLAY_ON;
    }
    const play_end end = prompt_warn(t, m, &answer, chosen, made);
    if (*made && end == PLAY_ON && t->coached) play_remark_move(t, &answer, m->move[chosen]);
    alea_review_answer_free(&answer);
    return end;
}

/* "0–10" for moves that are consecutive numbers; else their names. */
static void prompt_name_range(const table_game *t, const prompt_moves *m, char *out, size_t size)
{
    bool range = m->count > 2;
    long first = 0;
    for (unsigned i = 0; i < m->count && range; i++) {
        char *end;
        const long number = strtol(m->name[i], &end, 10);
        if (i == 0) first = number;
        range = end != m->name[i] && !*end && number == first + (long)i;
    }
    if (range)
        snprintf(out, size, "%s%s%s", m->name[0], console_view(t->console).ascii ? "-" : "–",
                 m->name[m->count - 1]);
    else
        prompt_name_moves(m, out, size);
}

/* Writes the question with its {moves} and its {player} filled in; what does not fit is cut. */
static void prompt_fill(const char *question, const char *moves, const char *player, char *out, size_t size)
{
    static const char *const blank[] = {"{moves}", "{player}"};
    const char *const filling[] = {moves, player};
    size_t used = 0;
    *out = 0;
    while (*question && used + 1 < size) {
        unsigned b = 0;
        while (b < 2 && strncmp(question, blank[b], strlen(blank[b])) != 0) b++;
        const int more = b < 2 ? snprintf(out + used, size - used, "%s", filling[b])
                               : snprintf(out + used, size - used, "%c", *question);
        question += b < 2 ? strlen(blank[b]) : 1;
        used += (size_t)more;
    }
}

/* The game's own question if it has one, else the moves: "Ann, how many dice (0–10)? ", "Ann, roll or hold? ". */
static void prompt_question(const table_game *t, const prompt_moves *m, const char *name,
                            char out[PROMPT_SIZE])
{
    char names[600];
    const char *question = alea_game_question(t->game);
    prompt_name_range(t, m, names, sizeof names);
    if (question) {
        const int used = snprintf(out, PROMPT_SIZE, "%.60s, ", name);
        prompt_fill(question, names, name, out + used, PROMPT_SIZE - (size_t)used - 1);
        strcat(out, " ");
    } else if (m->shortlisted > 0)
        snprintf(out, PROMPT_SIZE, m->count > m->shortlisted ? PLAY_WHICH_OR_NAME : PLAY_WHICH_NUMBER, name,
                 m->shortlisted, m->name[m->shortlisted + (m->count - m->shortlisted) / 2]);
    else
        snprintf(out, PROMPT_SIZE, "%.60s, %s? ", name, m->count <= MOVES_LISTED ? names : "your move");
}

/* Asks for a move; Enter is enough if there is only one. */
play_end play_ask_move(table_game *t, unsigned seat, uint32_t *move)
{
    prompt_moves m;
    char prompt[PROMPT_SIZE], line[CONSOLE_LINE_SIZE];
    prompt_list_moves(t, &m);
    prompt_question(t, &m, play_in_seat(t, seat)->name, prompt);
    if (m.shortlisted > 0) prompt_list(t, &m, false);
    for (;;) {
        unsigned fits;
        bool made;
        play_end end = prompt_ask(t, &m, prompt, line);
        if (end != PLAY_ON) return end;
        unsigned chosen = *line ? prompt_find_move(&m, line, &fits) : m.count == 1 ? 0 : m.count;
        if (chosen == m.count) {
            prompt_unknown(t, &m, line, *line ? fits : 0);
            continue;
        }
        end = prompt_confirm(t, &m, chosen, &made);
        if (end != PLAY_ON) return end;
        if (!made) continue;
        *move = m.move[chosen];
        return PLAY_ON;
    }
}

/* Lists the names of the outcomes of chance instead of moves. The list is empty if they have no names, or if two outcomes
   share one. */
static void prompt_list_outcomes(const table_game *t, prompt_moves *m)
{
    *m = (prompt_moves){0};
    for (size_t i = 0; i <= MOST_MOVES; i++) {
        uint32_t outcome;
        const char *name = alea_game_chance_name(t->game, alea_session_state(t->session), i, &outcome);
        if (!name) break;
        bool again = i == MOST_MOVES;
        for (unsigned k = 0; k < m->count; k++) again |= strcasecmp(m->name[k], name) == 0;
        if (again) {
            m->count = 0;
            break;
        }
        m->move[m->count] = outcome;
        m->name[m->count++] = name;
    }
    for (unsigned i = 0; i < COMMANDS; i++) m->name[m->count + i] = commands[i];
    m->name[m->count + COMMANDS] = NULL;
}

bool play_names_chance(const table_game *t)
{
    prompt_moves m;
    prompt_list_outcomes(t, &m);
    return m.count > 0;
}

play_end play_ask_chance(table_game *t, const char *why, uint32_t *outcome)
{
    prompt_moves m;
    char prompt[PROMPT_SIZE], line[CONSOLE_LINE_SIZE], names[600] = PLAY_ITS_NAME;
    prompt_list_outcomes(t, &m);
    if (m.count <= MOVES_LISTED) prompt_name_moves(&m, names, sizeof names);
    snprintf(prompt, sizeof prompt, PLAY_REAL_CHANCE, why, names);
    for (;;) {
        unsigned fits;
        const play_end end = prompt_ask(t, &m, prompt, line);
        if (end != PLAY_ON) return end;
        const unsigned chosen = *line ? prompt_find_move(&m, line, &fits) : m.count;
        if (chosen < m.count) {
            *outcome = m.move[chosen];
            return PLAY_ON;
        }
        console_say(t->console, PLAY_TYPE_MOVE, names);
    }
}

static const prompt_moves no_moves = {
    .name = {"roll", "help", "rules", "hint", "undo", "save", "quit", "sheet"}};

play_end play_ask_roll(table_game *t, const char *why)
{
    char prompt[PROMPT_SIZE], line[CONSOLE_LINE_SIZE];
    snprintf(prompt, sizeof prompt, PLAY_PRESS_ENTER, why);
    for (;;) {
        play_end end = prompt_ask(t, &no_moves, prompt, line);
        if (end != PLAY_ON) return end;
        size_t length = strlen(line);
        if (length <= 4 && strncasecmp(line, "roll", length) == 0) return PLAY_ON; /* nothing at all, too */
        bool hold = strcasecmp(line, "hold") == 0 && alea_session_seated(t->session);
        console_say(t->console, "%s", hold ? PLAY_HOLD_EARLY : PLAY_ROLL_FIRST);
    }
}

/* Reads faces, separated or, if all are single digits, together. Returns how many; 0 if the line is not a list of
   numbers. */
static unsigned prompt_read_faces(const char *line, unsigned count, uint32_t faces[16])
{
    unsigned read = 0;
    bool together = strlen(line) == count && strspn(line, "0123456789") == count;
    while (*line && read < 16) {
        char *end;
        line += strspn(line, " ,\t");
        if (!*line) break;
        if (!isdigit((unsigned char)*line)) return 0;
        unsigned long face = together ? (unsigned long)(*line - '0') : strtoul(line, &end, 10);
        line = together ? line + 1 : end;
        faces[read++] = face > UINT32_MAX ? UINT32_MAX : (uint32_t)face;
    }
    return *line ? 17 : read;
}

play_end play_ask_dice(table_game *t, const char *why, unsigned count, uint32_t faces[16])
{
    char prompt[PROMPT_SIZE], line[CONSOLE_LINE_SIZE];
    ALEA_ASSERT(count >= 1 && count <= 16);
    if (count == 1)
        snprintf(prompt, sizeof prompt, PLAY_REAL_DIE, why);
    else
        snprintf(prompt, sizeof prompt, PLAY_REAL_DICE, why, count);
    for (;;) {
        play_end end = prompt_ask(t, &no_moves, prompt, line);
        if (end != PLAY_ON) return end;
        unsigned read = prompt_read_faces(line, count, faces);
        if (read == count) return PLAY_ON;
        console_say(t->console, PLAY_TYPE_DICE, count, count == 1 ? "" : "s", count == 1 ? "4" : "4 1 6");
    }
}
