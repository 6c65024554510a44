#include "sandbox/compose.h"
#include "base/assert.h"
#include "sandbox/bot_interface.h"
#include "sandbox/encode.h"
#include "sandbox/wasi_names.h"

static const char *const bot_name[ALEA__BOT_IMPORTS] = {"bot0", "bot1", "bot2", "bot3",
                                                        "bot4", "bot5", "bot6", "bot7"};
const char *const alea__arena_export[ALEA__ARENA_EXPORTS] = {
    [ALEA__SETUP] = "setup", [ALEA__PLAY] = "play", [ALEA__TALLY] = "tally"};

/* ---- the referee's component ---- */

/* The referee's memory is a separate module: the functions that the referee imports are lowered with this memory, which
   must therefore exist before the referee. */
static void put_memory_module(alea__text *out, const alea__module *guest)
{
    alea__text module = {0}, memory = {0};
    ALEA_ASSERT(guest->memories == 1 && guest->memory.min <= UINT32_MAX);
    alea__put_module_header(&module);
    ALEA__PUT(&memory, 1, 0x00);
    alea__put_number(&memory, (uint32_t)guest->memory.min);
    alea__put_section(&module, 5, &memory);
    ALEA__PUT(&module, 7, 10, 1, 6, 'm', 'e', 'm', 'o', 'r', 'y', ALEA__MEMORY, 0);
    alea__put_section(out, ALEA__PUT_CORE_MODULE, &module);
}

/* Component instances 0 … 7, each of type 0, and their exports, component functions 0 … 7. */
static void put_bot_imports(alea__text *out)
{
    alea__text types = {0}, imports = {0}, aliases = {0};
    ALEA__PUT(&types, 1, ALEA__INSTANCE, 3);
    alea__put_should_roll_types(&types, "\x01", 1);
    ALEA__PUT(&types, 0x04, 0x00);
    alea__put_name(&types, ALEA__SHOULD_ROLL);
    ALEA__PUT(&types, 0x01, 1);
    alea__put_section(out, ALEA__PUT_TYPE, &types);
    alea__put_number(&imports, ALEA__BOT_IMPORTS);
    alea__put_number(&aliases, ALEA__BOT_IMPORTS);
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) {
        alea__put_export(&imports, bot_name[bot], ALEA__COMPONENT_INSTANCE, 0);
        alea__put_alias(&aliases, ALEA__COMPONENT_FUNCTION, bot, ALEA__SHOULD_ROLL);
    }
    alea__put_section(out, ALEA__PUT_IMPORT, &imports);
    alea__put_section(out, ALEA__PUT_ALIAS, &aliases);
}

/* Core instance 0 of core module 0, the memory; core memory 0. */
static void put_memory(alea__text *out)
{
    alea__text memory = {0}, alias = {0};
    alea__put_number(&memory, 1);
    alea__put_core_instantiate(&memory, 0, 0);
    alea__put_section(out, ALEA__PUT_CORE_INSTANCE, &memory);
    alea__put_number(&alias, 1);
    alea__put_core_alias(&alias, ALEA__CORE_MEMORY, 0, "memory");
    alea__put_section(out, ALEA__PUT_ALIAS, &alias);
}

/* Core instance 0 and core memory 0; then core functions 0 … 7, (canon lower bot (memory 0)). */
static void put_lowered_bots(alea__text *out)
{
    alea__text canon = {0};
    put_memory(out);
    alea__put_number(&canon, ALEA__BOT_IMPORTS);
    for (unsigned char bot = 0; bot < ALEA__BOT_IMPORTS; bot++)
        ALEA__PUT(&canon, 0x01, 0x00, bot, 1, 0x03, 0);
    alea__put_section(out, ALEA__PUT_CANON, &canon);
}

enum { REFEREE_INSTANCE = ALEA__BOT_IMPORTS + 1 };

/* Core instances 1 … 8 hold a bot's question each; core instance 9 is the referee. */
static void put_referee_instance(alea__text *out)
{
    alea__text body = {0};
    alea__put_number(&body, ALEA__BOT_IMPORTS + 1);
    for (unsigned char bot = 0; bot < ALEA__BOT_IMPORTS; bot++) {
        ALEA__PUT(&body, 0x01, 1);
        alea__put_name(&body, ALEA__SHOULD_ROLL);
        ALEA__PUT(&body, ALEA__CORE_FUNCTION, bot);
    }
    alea__put_core_instantiate(&body, 1, ALEA__BOT_IMPORTS + 1);
    alea__put_core_argument(&body, "env", 0);
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++)
        alea__put_core_argument(&body, bot_name[bot], bot + 1);
    alea__put_section(out, ALEA__PUT_CORE_INSTANCE, &body);
}

/* Types 1 … 4: list<u64>, and what setup, play and tally are. */
static void put_export_types(alea__text *out)
{
    alea__text types = {0};
    ALEA__PUT(&types, 4, ALEA__LIST, ALEA__U64);
    ALEA__PUT(&types, ALEA__FUNC, 3);
    alea__put_name(&types, "words");
    alea__put(&types, 1);
    alea__put_name(&types, "first");
    alea__put(&types, ALEA__U64);
    alea__put_name(&types, "games");
    ALEA__PUT(&types, ALEA__U64, 0x01, 0x00);
    ALEA__PUT(&types, ALEA__FUNC, 1);
    alea__put_name(&types, "turns");
    ALEA__PUT(&types, ALEA__U32, 0x00, ALEA__BOOL);
    ALEA__PUT(&types, ALEA__FUNC, 0, 0x00, 1);
    alea__put_section(out, ALEA__PUT_TYPE, &types);
}

static void put_all_exports(alea__text *out, uint32_t first)
{
    alea__text body = {0};
    alea__put_number(&body, ALEA__ARENA_EXPORTS);
    for (unsigned e = 0; e < ALEA__ARENA_EXPORTS; e++) {
        alea__put_export(&body, alea__arena_export[e], ALEA__COMPONENT_FUNCTION, first + e);
        alea__put(&body, 0x00);
    }
    alea__put_section(out, ALEA__PUT_EXPORT, &body);
}

/* Core functions 8 … 11 are cabi_realloc and those lifted to component functions 8 … 10. */
static void put_lifted_exports(alea__text *out)
{
    alea__text aliases = {0}, canon = {0};
    enum { REALLOC = ALEA__BOT_IMPORTS, FIRST, MEMORY_OPTION = 0x03, REALLOC_OPTION = 0x04 };
    alea__put_number(&aliases, 1 + ALEA__ARENA_EXPORTS);
    alea__put_core_alias(&aliases, ALEA__CORE_FUNCTION, REFEREE_INSTANCE, "cabi_realloc");
    for (unsigned e = 0; e < ALEA__ARENA_EXPORTS; e++)
        alea__put_core_alias(&aliases, ALEA__CORE_FUNCTION, REFEREE_INSTANCE, alea__arena_export[e]);
    alea__put_section(out, ALEA__PUT_ALIAS, &aliases);
    put_export_types(out);
    alea__put_number(&canon, ALEA__ARENA_EXPORTS);
    for (unsigned char e = 0; e < ALEA__ARENA_EXPORTS; e++)
        ALEA__PUT(&canon, 0x00, 0x00, FIRST + e, 2, MEMORY_OPTION, 0, REALLOC_OPTION, REALLOC, 2 + e);
    alea__put_section(out, ALEA__PUT_CANON, &canon);
}

/* The sections are in the order in which they refer to each other. */
alea_status alea__write_referee(const unsigned char *guest, size_t size, alea__text *out, alea_error *error)
{
    alea__module module;
    alea__text written = {0};
    alea_status status = alea__module_read("the referee inside the sandbox", guest, size, &module, error);
    if (status != ALEA_OK) return status;
    alea__put_component_header(&written);
    put_memory_module(&written, &module);
    alea__module_free(&module);
    alea__put(&written, ALEA__PUT_CORE_MODULE);
    alea__put_bytes(&written, guest, size);
    put_bot_imports(&written);
    put_lowered_bots(&written);
    put_referee_instance(&written);
    put_lifted_exports(&written);
    put_all_exports(&written, ALEA__BOT_IMPORTS);
    return alea__put_finish(&written, out, error);
}

/* ---- the whole ---- */

static void compose_put_component(alea__text *out, alea__slice component)
{
    alea__put(out, ALEA__PUT_COMPONENT);
    alea__put_bytes(out, component.data, component.size);
}

static const alea__imports *compose_imports(const alea__composition *c, unsigned bot)
{
    ALEA_ASSERT(!c->asked[bot] || c->bot[bot] < c->components);
    return c->asked[bot] && c->imports[c->bot[bot]].names > 0 ? &c->imports[c->bot[bot]] : NULL;
}

/* Imports, for each bot that imports something, an instance that has all of it, and takes it apart. Instances 0 … n - 1 are
   those; after them come their parts, bot after bot. Returns how many instances these are. */
static uint32_t compose_put_imports(alea__text *out, const alea__composition *c)
{
    alea__text types = {0}, imports = {0}, aliases = {0};
    uint32_t bots = 0, parts = 0;
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) {
        const alea__imports *its = compose_imports(c, bot);
        if (!its) continue;
        alea__text_add_bytes(&types, its->type.data, its->type.size);
        alea__put_export(&imports, alea__wasi_bot[bot], ALEA__COMPONENT_INSTANCE, bots);
        for (uint32_t i = 0; i < its->names; i++) {
            ALEA__PUT(&aliases, ALEA__COMPONENT_INSTANCE, 0x00);
            alea__put_number(&aliases, bots);
            alea__put_bytes(&aliases, its->name[i].data, its->name[i].size);
        }
        bots++;
        parts += its->names;
    }
    if (bots == 0) return 0;
    alea__put_list(out, ALEA__PUT_TYPE, bots, &types);
    alea__put_list(out, ALEA__PUT_IMPORT, bots, &imports);
    alea__put_list(out, ALEA__PUT_ALIAS, parts, &aliases);
    return bots + parts;
}

/* The arguments of a bot: the parts of its imported instance, starting with *part. */
static void compose_put_arguments(alea__text *out, const alea__imports *its, uint32_t *part)
{
    alea__put_number(out, its ? its->names : 0);
    for (uint32_t i = 0; its && i < its->names; i++) {
        alea__put_bytes(out, its->name[i].data, its->name[i].size);
        alea__put(out, ALEA__COMPONENT_INSTANCE);
        alea__put_number(out, (*part)++);
    }
}

/* Instances first … first + k - 1 are the bots, first + k … first + 2k - 1 the interfaces that they export. */
static void compose_put_bots(alea__text *out, const alea__composition *c, unsigned asked, uint32_t first)
{
    alea__text instances = {0}, aliases = {0};
    uint32_t part = 0, instance = first;
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) part += compose_imports(c, bot) != NULL;
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) {
        if (!c->asked[bot]) continue;
        alea__put(&instances, 0x00);
        alea__put_number(&instances, c->bot[bot]);
        compose_put_arguments(&instances, compose_imports(c, bot), &part);
        alea__put_alias(&aliases, ALEA__COMPONENT_INSTANCE, instance++, ALEA__INTERFACE);
    }
    ALEA_ASSERT(part == first && instance == first + asked);
    alea__put_list(out, ALEA__PUT_INSTANCE, asked, &instances);
    alea__put_list(out, ALEA__PUT_ALIAS, asked, &aliases);
}

/* The referee; `instance` is the first bot's interface. Imports that it never calls get that, since every import needs an
   instance. */
static void compose_put_referee(alea__text *out, const alea__composition *c, uint32_t instance)
{
    alea__text body = {0};
    const uint32_t first = instance;
    ALEA__PUT(&body, 1, 0x00);
    alea__put_number(&body, c->components);
    alea__put_number(&body, ALEA__BOT_IMPORTS);
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) {
        alea__put_name(&body, bot_name[bot]);
        alea__put(&body, ALEA__COMPONENT_INSTANCE);
        alea__put_number(&body, c->asked[bot] ? instance++ : first);
    }
    alea__put_section(out, ALEA__PUT_INSTANCE, &body);
}

alea_status alea__compose(const alea__composition *c, alea__text *out, alea_error *error)
{
    alea__text written = {0}, aliases = {0};
    unsigned asked = 0;
    for (unsigned bot = 0; bot < ALEA__BOT_IMPORTS; bot++) asked += c->asked[bot];
    ALEA_ASSERT(asked > 0 && c->components > 0 && c->components <= asked);
    alea__put_component_header(&written);
    const uint32_t first = compose_put_imports(&written, c);
    for (unsigned i = 0; i < c->components; i++) compose_put_component(&written, c->component[i]);
    compose_put_component(&written, c->referee);
    compose_put_bots(&written, c, asked, first);
    compose_put_referee(&written, c, first + asked);
    for (unsigned e = 0; e < ALEA__ARENA_EXPORTS; e++)
        alea__put_alias(&aliases, ALEA__COMPONENT_FUNCTION, first + 2 * asked, alea__arena_export[e]);
    alea__put_list(&written, ALEA__PUT_ALIAS, ALEA__ARENA_EXPORTS, &aliases);
    put_all_exports(&written, 0);
    return alea__put_finish(&written, out, error);
}

/* ---- telling rolls ---- */

/* Addresses in the teller's memory: the list that it takes, and the rolls that it writes, twelve bytes each. */
enum { TELLER_LIST = 16, TELLER_ROLLS = 2 * 65536, TELLER_ROLL = 12, TELLER_TAIL = 32 /* four words */ };
_Static_assert(TELLER_LIST + 8 * (ALEA__MOST_ROLLS + ALEA_MAX_SEATS + 4) <= TELLER_ROLLS,
               "the list has space");
_Static_assert(TELLER_ROLLS + TELLER_ROLL * ALEA__MOST_ROLLS <= ALEA__TELLER_PAGES * 65536,
               "the rolls have space");
_Static_assert(TELLER_ROLLS == 0x20000, "as put_tell has it");
#define TELLER_ROLLS_CONST 0x41, 0x80, 0x80, 0x08 /* i32.const */

/* The teller's function ask(list, count): finds its way from the end of the list, writes the rolls, and calls the bot.

       tail = list + count * 8; players = tail[-32]; scores = tail - 32 - (players + 1) / 2 * 8;
       for (to = TELLER_ROLLS; list < scores; list += 8, to += 12) to[0, 4, 8] = list[0, 2, 4] of 16 bits each;

       return bot(tail[-8], tail[-16], tail[-24], scores, players, TELLER_ROLLS, (to - TELLER_ROLLS) / 12);

   Locals: 0 list, 1 count, 2 tail, 3 players, 4 to, 5 scores. */
static void put_tell(alea__text *code)
{
    static const unsigned char from[] = {0, 2, 4}, to[] = {0, 4, 8};
    ALEA__PUT(code, 1, 4, 0x7F);                                     /* four locals, i32 */
    ALEA__PUT(code, 0x20, 0, 0x20, 1, 0x41, 3, 0x74, 0x6A, 0x22, 2); /* tail */
    ALEA__PUT(code, 0x41, TELLER_TAIL, 0x6B, 0x28, 2, 0, 0x21, 3);   /* players */
    ALEA__PUT(code, 0x20, 2, 0x41, TELLER_TAIL, 0x6B, 0x20, 3, 0x41, 1, 0x6A, 0x41, 1, 0x76, 0x41, 3, 0x74);
    ALEA__PUT(code, 0x6B, 0x21, 5, TELLER_ROLLS_CONST, 0x21, 4); /* scores; to */
    ALEA__PUT(code, 0x02, 0x40, 0x03, 0x40);                     /* block, loop; leave if list >= scores */
    ALEA__PUT(code, 0x20, 0, 0x20, 5, 0x4F, 0x0D, 1);
    for (int i = 0; i < 3; i++) ALEA__PUT(code, 0x20, 4, 0x20, 0, 0x2F, 1, from[i], 0x36, 2, to[i]);
    ALEA__PUT(code, 0x20, 0, 0x41, 8, 0x6A, 0x21, 0, 0x20, 4, 0x41, TELLER_ROLL, 0x6A, 0x21, 4);
    ALEA__PUT(code, 0x0C, 0, 0x0B, 0x0B); /* again; end, end */
    for (unsigned char back = 8; back <= 24; back += 8)
        ALEA__PUT(code, 0x20, 2, 0x41, back, 0x6B, 0x28, 2, 0);
    ALEA__PUT(code, 0x20, 5, 0x20, 3, TELLER_ROLLS_CONST, 0x20, 4, TELLER_ROLLS_CONST, 0x6B);
    ALEA__PUT(code, 0x41, TELLER_ROLL, 0x6E, 0x10, 0, 0x0B); /* … / 12; call; end */
}

/* Core modules 0, the memory, and 1, the teller: it imports the memory as "m" "memory" and the bot as "b" "f", and exports
   "ask" and "r", which gives every list the same place. */
static void put_teller_modules(alea__text *out)
{
    alea__text memory = {0}, teller = {0}, ask = {0}, code = {0};
    alea__put_module_header(&memory);
    ALEA__PUT(&memory, 5, 4, 1, 0x01, ALEA__TELLER_PAGES, ALEA__TELLER_PAGES);
    ALEA__PUT(&memory, 7, 10, 1, 6, 'm', 'e', 'm', 'o', 'r', 'y', ALEA__MEMORY, 0);
    alea__put_section(out, ALEA__PUT_CORE_MODULE, &memory);
    alea__put_module_header(&teller);
    ALEA__PUT(&teller, 1, 26, 3, 0x60, 7, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 1, 0x7F);
    ALEA__PUT(&teller, 0x60, 2, 0x7F, 0x7F, 1, 0x7F, 0x60, 4, 0x7F, 0x7F, 0x7F, 0x7F, 1, 0x7F);
    ALEA__PUT(&teller, 2, 19, 2, 1, 'm', 6, 'm', 'e', 'm', 'o', 'r', 'y', ALEA__MEMORY, 0,
              ALEA__TELLER_PAGES);
    ALEA__PUT(&teller, 1, 'b', 1, 'f', ALEA__FUNCTION, 0);
    ALEA__PUT(&teller, 3, 3, 2, 1, 2);
    ALEA__PUT(&teller, 7, 11, 2, 3, 'a', 's', 'k', ALEA__FUNCTION, 1, 1, 'r', ALEA__FUNCTION, 2);
    put_tell(&ask);
    alea__put_number(&code, 2);
    alea__put_bytes(&code, ask.data, ask.size);
    ALEA__PUT(&code, 4, 0, 0x41, TELLER_LIST, 0x0B);
    alea__text_free_part(&ask, &code);
    alea__put_section(&teller, 10, &code);
    alea__put_section(out, ALEA__PUT_CORE_MODULE, &teller);
}

/* Core instances 0, the memory, 1, the bot's question, and 2, the teller; core memory 0; core functions 0, the bot's question, 1,
   ask, and 2, its realloc. */
static void put_teller_instances(alea__text *out)
{
    alea__text canon = {0}, teller = {0}, functions = {0};
    put_memory(out);
    ALEA__PUT(&canon, 1, 0x01, 0x00, 0, 1, 0x03, 0); /* lower the bot's function, with memory 0 */
    alea__put_section(out, ALEA__PUT_CANON, &canon);
    ALEA__PUT(&teller, 2, 0x01, 1, 1, 'f', ALEA__CORE_FUNCTION, 0);
    alea__put_core_instantiate(&teller, 1, 2);
    alea__put_core_argument(&teller, "m", 0);
    alea__put_core_argument(&teller, "b", 1);
    alea__put_section(out, ALEA__PUT_CORE_INSTANCE, &teller);
    alea__put_number(&functions, 2);
    alea__put_core_alias(&functions, ALEA__CORE_FUNCTION, 2, ALEA__ASK);
    alea__put_core_alias(&functions, ALEA__CORE_FUNCTION, 2, "r");
    alea__put_section(out, ALEA__PUT_ALIAS, &functions);
}

/* Lifts the teller's function to component function 1, and exports it; list<u64> is type `type`. */
static void put_teller_export(alea__text *out, unsigned char type)
{
    alea__text types = {0}, canon = {0}, exported = {0};
    ALEA__PUT(&types, 2, ALEA__LIST, ALEA__U64, ALEA__FUNC, 1);
    alea__put_name(&types, "words");
    ALEA__PUT(&types, type, 0x00, ALEA__BOOL);
    alea__put_section(out, ALEA__PUT_TYPE, &types);
    ALEA__PUT(&canon, 1, 0x00, 0x00, 1, 2, 0x03, 0, 0x04, 2, type + 1u);
    alea__put_section(out, ALEA__PUT_CANON, &canon);
    alea__put_number(&exported, 1);
    alea__put_export(&exported, ALEA__ASK, ALEA__COMPONENT_FUNCTION, 1);
    alea__put(&exported, 0x00);
    alea__put_section(out, ALEA__PUT_EXPORT, &exported);
}

alea_status alea__compose_teller(alea__slice component, const alea__imports *imports, alea__text *out,
                                 alea_error *error)
{
    const alea__composition c = {
        .component = &component, .imports = imports, .components = 1, .asked = {true}};
    alea__text written = {0}, alias = {0};
    alea__put_component_header(&written);
    const uint32_t first = compose_put_imports(&written, &c);
    compose_put_component(&written, component);
    compose_put_bots(&written, &c, 1, first);
    alea__put_number(&alias, 1);
    alea__put_alias(&alias, ALEA__COMPONENT_FUNCTION, first + 1, ALEA__SHOULD_ROLL);
    alea__put_section(&written, ALEA__PUT_ALIAS, &alias);
    put_teller_modules(&written);
    put_teller_instances(&written);
    put_teller_export(&written, imports->names > 0);
    return alea__put_finish(&written, out, error);
}
