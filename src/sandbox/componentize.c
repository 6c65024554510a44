#include "sandbox/componentize.h"
#include "base/assert.h"
#include "base/error.h"
#include "sandbox/encode.h"
#include "sandbox/messages.h"

#include <alea/game.h>
#include <string.h>

/* ---- the module's parts ---- */

/* The functions of a module that the component is built from. */
typedef struct module_parts {
    const alea__bot_interface *asked;
    const char *function; /* the name under which it exports the answer */
    bool reallocates, initializes, cleans_up, aborts;
} module_parts;

enum { LISTED = 8, SHOWN = 100 };

/* Lists a module's exports for a message: "memory, boil, …". */
static void module_list_exports(const alea__module *m, alea__text *out)
{
    for (uint32_t i = 0; i < m->exports && i < LISTED; i++) {
        char shown[SHOWN];
        alea__printable(shown, sizeof shown, (const char *)m->exported[i].name.data,
                        m->exported[i].name.size);
        alea__text_add(out, "%s%s", i > 0 ? ", " : "", shown);
    }
    if (m->exports > LISTED) alea__text_add(out, " and %u more", m->exports - LISTED);
    if (m->exports == 0) alea__text_add(out, "nothing");
}

static alea_status module_no_function(const char *path, const alea__module *m,
                                      const alea__bot_interface *asked, alea_error *error)
{
    alea__text has = {0};
    module_list_exports(m, &has);
    alea_status status = alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_NO_FUNCTION,
                                       has.data ? has.data : "something else", asked->exact, asked->plain);
    alea__text_free(&has);
    return status;
}

static const char *module_type_name(unsigned type)
{
    static const char *const names[] = {"i32", "i64", "f32", "f64", "v128"};
    return type <= 0x7F && type >= 0x7B ? names[0x7F - type] : "a reference";
}

static void module_list_types(alea__slice types, alea__text *out)
{
    alea__text_add(out, "(");
    for (size_t i = 0; i < types.size && i < LISTED; i++)
        alea__text_add(out, "%s%s", i > 0 ? ", " : "", module_type_name(types.data[i]));
    alea__text_add(out, types.size > LISTED ? ", …)" : ")");
}

static alea_status module_wrong_signature(const char *path, const char *name, const alea__signature *s,
                                          const char *wanted, alea_error *error)
{
    alea__text has = {0};
    module_list_types(s->parameters, &has);
    alea__text_add(&has, " -> ");
    module_list_types(s->results, &has);
    alea_status status = alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_WRONG_TYPE, name,
                                       has.data ? has.data : "(…)", wanted);
    alea__text_free(&has);
    return status;
}

/* The interface that has a function of this type; NULL if there is no function or no such interface. */
static const alea__bot_interface *module_interface_of(const alea__module *m, const alea__export *function,
                                                      const alea__bot_interface *first)
{
    return function ? alea__bot_interface_with(first, alea__module_signature(m, function)) : NULL;
}

/* Finds the function to call, by either name. Its type determines the interface, stored in p->asked. */
static alea_status module_find_function(const char *path, const alea__module *m, module_parts *p,
                                        alea_error *error)
{
    const alea__bot_interface *first = p->asked;
    const alea__export *exact = alea__module_find(m, ALEA__FUNCTION, first->exact),
                       *plain = alea__module_find(m, ALEA__FUNCTION, first->plain),
                       *found = exact ? exact : plain;
    if (!found) return module_no_function(path, m, first, error);
    const alea__bot_interface *of_exact = module_interface_of(m, exact, first),
                              *of_plain = module_interface_of(m, plain, first);
    if (of_exact && of_plain && of_exact != of_plain)
        return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_BOTH_INTERFACES, first->exact, first->plain);
    p->function = exact ? first->exact : first->plain;
    const alea__bot_interface *of = exact ? of_exact : of_plain;
    if (!of)
        return module_wrong_signature(path, p->function, alea__module_signature(m, found), first->core_type,
                                      error);
    p->asked = of;
    return ALEA_OK;
}

static alea_status module_unknown_import(const char *path, const alea__import *import, alea_error *error)
{
    char module[SHOWN], name[SHOWN];
    alea__printable(module, sizeof module, (const char *)import->module.data, import->module.size);
    alea__printable(name, sizeof name, (const char *)import->name.data, import->name.size);
    bool wasi = import->module.size >= 4 && memcmp(import->module.data, "wasi", 4) == 0;
    return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_MODULE_IMPORTS, module, name,
                         wasi ? SANDBOX_WASI_IN_MODULE : SANDBOX_MODULE_MAY_IMPORT);
}

/* AssemblyScript imports env.abort for its assertions. */
static alea_status module_check_imports(const char *path, const alea__module *m, module_parts *p,
                                        alea_error *error)
{
    for (uint32_t i = 0; i < m->imports; i++) {
        const alea__import *import = &m->import[i];
        bool abort = import->kind == ALEA__FUNCTION && alea__slice_is(import->module, "env") &&
                     alea__slice_is(import->name, "abort");
        if (!abort) return module_unknown_import(path, import, error);
        p->aborts = true;
        ALEA_ASSERT(import->type < m->types);
        if (!alea__signature_is(&m->type[import->type], 4, 0))
            return module_wrong_signature(path, "env.abort", &m->type[import->type],
                                          "(i32, i32, i32, i32) -> ()", error);
    }
    return ALEA_OK;
}

/* A function of the Canonical ABI, or of reactors, that a module may export. */
typedef struct optional_function {
    const char *name;
    size_t parameters, results; /* all of them i32 */
    const char *type;           /* in words */
} optional_function;

static alea_status module_find_optional(const char *path, const alea__module *m, const optional_function *f,
                                        bool *found, alea_error *error)
{
    const alea__export *exported = alea__module_find(m, ALEA__FUNCTION, f->name);
    *found = exported != NULL;
    if (!exported) return ALEA_OK;
    const alea__signature *s = alea__module_signature(m, exported);
    return alea__signature_is(s, f->parameters, f->results)
               ? ALEA_OK
               : module_wrong_signature(path, f->name, s, f->type, error);
}

/* Finds the function that is asked, which must be there, and the optional ones. */
static alea_status module_find_functions(const char *path, const alea__module *m, module_parts *p,
                                         alea_error *error)
{
    const optional_function reallocate = {"cabi_realloc", 4, 1, "(i32, i32, i32, i32) -> (i32)"};
    const optional_function initialize = {"_initialize", 0, 0, "() -> ()"};
    const optional_function clean_up = {p->asked->post_return, 1, 0, "(i32) -> ()"};
    alea_status status = module_find_function(path, m, p, error);
    if (status == ALEA_OK && p->asked->lists)
        status = module_find_optional(path, m, &reallocate, &p->reallocates, error);
    if (status == ALEA_OK) status = module_find_optional(path, m, &initialize, &p->initializes, error);
    if (status == ALEA_OK) status = module_find_optional(path, m, &clean_up, &p->cleans_up, error);
    return status;
}

enum { PAGE = 65536, ROLLS_AT = 64 };

/* Pages that the helper adds to the bot's memory, for the lists. */
static unsigned module_pages(const module_parts *p)
{
    _Static_assert(ALEA_MAX_SEATS * 4 <= ROLLS_AT, "the scores come before the rolls");
    _Static_assert(ROLLS_AT + ALEA__MOST_ROLLS * 12 <= 2 * PAGE, "both lists fit two pages");
    return p->asked->rolls ? 2 : 1;
}

/* The list of scores needs an exported memory that keeps the limit and may grow, or a cabi_realloc. */
static alea_status module_check_memory(const char *path, const alea__module *m, const module_parts *p,
                                       uint64_t limit, alea_error *error)
{
    ALEA_ASSERT(p->asked->lists && limit >= PAGE);
    if (!alea__module_find(m, ALEA__MEMORY, "memory"))
        return alea__fail_at(error, ALEA_E_BOT, path, 0,
                             m->memories > 0 ? SANDBOX_HIDDEN_MEMORY : SANDBOX_NO_MEMORY);
    if (m->memory.min > limit / PAGE)
        return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_START_MEMORY, m->memory.min * 64,
                             limit >> 10);
    if (!p->reallocates && (m->memory.max < m->memory.min || m->memory.max - m->memory.min < module_pages(p)))
        return alea__fail_at(error, ALEA_E_BOT, path, 0,
                             p->asked->rolls ? SANDBOX_FIXED_MEMORY_ROLLS : SANDBOX_FIXED_MEMORY);
    return ALEA_OK;
}

static alea_status module_take_apart(const char *path, const alea__module *m, uint64_t limit, module_parts *p,
                                     alea_error *error)
{
    alea_status status = module_find_functions(path, m, p, error);
    if (status == ALEA_OK) status = module_check_imports(path, m, p, error);
    if (status == ALEA_OK && p->asked->lists) status = module_check_memory(path, m, p, limit, error);
    return status;
}

/* ---- the helpers: core modules written here ---- */

/* (module (func (export "abort") (param i32 i32 i32 i32) unreachable)) */
static void write_abort(alea__text *out)
{
    alea__put_module_header(out);
    ALEA__PUT(out, 1, 8, 1, 0x60, 4, 0x7F, 0x7F, 0x7F, 0x7F, 0);
    ALEA__PUT(out, 3, 2, 1, 0);
    ALEA__PUT(out, 7, 9, 1, 5, 'a', 'b', 'o', 'r', 't', 0, 0);
    ALEA__PUT(out, 10, 5, 1, 3, 0, 0x00, 0x0B);
}

/* The helper's functions, with $page a global that starts at 0. The one that gives the list its place:

       if ($page == 0) { $page = memory.grow(1) + 1; if ($page == 0) unreachable; }
       return ($page - 1) << 16;

   The list must lie in the bot's own memory, and the bot does not say where it has space; only a new page is
   certain to be unused. The page is added once and used for every question, since the list is read before the
   answer and never longer than a page. A bot that needs the list elsewhere, for instance because its allocator
   takes all memory up to the end, exports cabi_realloc.

   The one that starts: it calls _initialize, if the bot has one, and then already does

       $page = memory.grow(1) + 1;

   so that the memory does not grow at the first question, after which it could not be restored (restorable.h). If it cannot
   grow, every question finds that out again.

   A bot that is told the rolls gets two lists for each question, the scores and the rolls, in this order. They share two pages, the
   rolls behind the scores; $second, a global that starts at 0, says which list is next, and what is returned is

       return ($page - 1) << 16 + (($second = !$second) ? 0 : ROLLS_AT); */
static void put_helper_code(const module_parts *p, alea__text *out)
{
    alea__text start = {0}, place = {0}, code = {0};
    const unsigned char pages = (unsigned char)module_pages(p);
    _Static_assert(ALEA_MAX_SEATS * 4 <= PAGE, "a list of scores fits a page");
    ALEA__PUT(&place, 0);                         /* no locals */
    ALEA__PUT(&place, 0x23, 0, 0x45, 0x04, 0x40); /* global.get 0; i32.eqz; if */
    ALEA__PUT(&place, 0x41, pages, 0x40, 0, 0x41, 1, 0x6A, 0x24,
              0); /*   memory.grow(pages) + 1; global.set 0 */
    ALEA__PUT(&place, 0x23, 0, 0x45, 0x04, 0x40, 0x00, 0x0B, 0x0B); /*   if it is 0: unreachable; end; end */
    ALEA__PUT(&place, 0x23, 0, 0x41, 1, 0x6B, 0x41, 16, 0x74);      /* (global.get 0 - 1) << 16 */
    if (p->asked->rolls) {
        ALEA__PUT(&place, 0x23, 1, 0x45, 0x24, 1);             /* global.set 1 (global.get 1 == 0) */
        ALEA__PUT(&place, 0x23, 1, 0x45, 0x41, 6, 0x74, 0x6A); /* + (global.get 1 == 0) << 6 */
    }
    alea__put(&place, 0x0B);
    alea__put(&start, 0);
    if (p->initializes) ALEA__PUT(&start, 0x10, 0); /* call _initialize */
    if (!p->reallocates) ALEA__PUT(&start, 0x41, pages, 0x40, 0, 0x41, 1, 0x6A, 0x24, 0);
    alea__put(&start, 0x0B);
    alea__put_number(&code, 2);
    alea__put_bytes(&code, place.data, place.size);
    alea__put_bytes(&code, start.data, start.size);
    code.failed = code.failed || start.failed || place.failed;
    alea__text_free(&place);
    alea__text_free(&start);
    alea__put_section(out, 10, &code);
}

/* Without a list, the helper only calls _initialize. */
static void write_starter(alea__text *out)
{
    alea__put_module_header(out);
    ALEA__PUT(out, 1, 4, 1, 0x60, 0, 0);
    ALEA__PUT(out, 2, 7, 1, 1, 'b', 1, 'i', ALEA__FUNCTION, 0);
    ALEA__PUT(out, 8, 1, 0);
}

/* The helper gives the list its place and starts a reactor: it imports the bot's memory as "b" "m", its _initialize as "b"
   "i", and exports "r". Its second function runs when it is instantiated. */
static void write_helper(const module_parts *p, alea__text *out)
{
    alea__text imports = {0};
    alea__put_module_header(out);
    ALEA__PUT(out, 1, 12, 2, 0x60, 4, 0x7F, 0x7F, 0x7F, 0x7F, 1, 0x7F, 0x60, 0, 0);
    alea__put_number(&imports, 1u + p->initializes);
    ALEA__PUT(&imports, 1, 'b', 1, 'm', ALEA__MEMORY, 0, 0);
    if (p->initializes) ALEA__PUT(&imports, 1, 'b', 1, 'i', ALEA__FUNCTION, 1);
    alea__put_section(out, 2, &imports);
    ALEA__PUT(out, 3, 3, 2, 0, 1);
    if (p->asked->rolls)
        ALEA__PUT(out, 6, 11, 2, 0x7F, 1, 0x41, 0, 0x0B, 0x7F, 1, 0x41, 0, 0x0B);
    else
        ALEA__PUT(out, 6, 6, 1, 0x7F, 1, 0x41, 0, 0x0B);
    ALEA__PUT(out, 7, 5, 1, 1, 'r', ALEA__FUNCTION, p->initializes);
    ALEA__PUT(out, 8, 1, (unsigned char)(p->initializes + 1));
    put_helper_code(p, out);
}

/* ---- the component ---- */

/* Core modules: the bot is 0, the helper 1, and the module that aborts, if it is needed, 2. */
static void put_modules(alea__text *out, const module_parts *p, const unsigned char *data, size_t size)
{
    alea__text helper = {0}, abort = {0};
    alea__put(out, ALEA__PUT_CORE_MODULE);
    alea__put_bytes(out, data, size);
    if (p->asked->lists)
        write_helper(p, &helper);
    else
        write_starter(&helper);
    alea__put_section(out, ALEA__PUT_CORE_MODULE, &helper);
    if (!p->aborts) return;
    write_abort(&abort);
    alea__put_section(out, ALEA__PUT_CORE_MODULE, &abort);
}

/* Returns the bot's core instance. */
static uint32_t put_bot_instance(alea__text *out, const module_parts *p)
{
    alea__text body = {0};
    alea__put_number(&body, 1u + p->aborts);
    if (p->aborts) alea__put_core_instantiate(&body, 2, 0);
    alea__put_core_instantiate(&body, 0, p->aborts);
    if (p->aborts) alea__put_core_argument(&body, "env", 0);
    alea__put_section(out, ALEA__PUT_CORE_INSTANCE, &body);
    return p->aborts;
}

/* Core functions: 0 is the question; then come _initialize, post-return and cabi_realloc, those that the bot has.
   Core memory 0 is the bot's, if it is needed. */
static void put_bot_aliases(alea__text *out, const module_parts *p, uint32_t bot)
{
    alea__text body = {0};
    alea__put_number(&body, 1u + p->asked->lists + p->initializes + p->cleans_up + p->reallocates);
    alea__put_core_alias(&body, ALEA__CORE_FUNCTION, bot, p->function);
    if (p->asked->lists) alea__put_core_alias(&body, ALEA__CORE_MEMORY, bot, "memory");
    if (p->initializes) alea__put_core_alias(&body, ALEA__CORE_FUNCTION, bot, "_initialize");
    if (p->cleans_up) alea__put_core_alias(&body, ALEA__CORE_FUNCTION, bot, p->asked->post_return);
    if (p->reallocates) alea__put_core_alias(&body, ALEA__CORE_FUNCTION, bot, "cabi_realloc");
    alea__put_section(out, ALEA__PUT_ALIAS, &body);
}

/* Instantiates the helper with the bot's exports; its function, if any, becomes the last core function. */
static void put_helper_instance(alea__text *out, const module_parts *p, uint32_t bot)
{
    alea__text instances = {0}, aliases = {0};
    const bool lists = p->asked->lists;
    ALEA_ASSERT(lists || p->initializes);
    alea__put_number(&instances, 2);
    ALEA__PUT(&instances, 0x01, (unsigned char)(lists + p->initializes));
    if (lists) ALEA__PUT(&instances, 1, 'm', ALEA__CORE_MEMORY, 0);
    if (p->initializes) ALEA__PUT(&instances, 1, 'i', ALEA__CORE_FUNCTION, 1);
    alea__put_core_instantiate(&instances, 1, 1);
    alea__put_core_argument(&instances, "b", bot + 1);
    alea__put_section(out, ALEA__PUT_CORE_INSTANCE, &instances);
    if (!lists) return;
    alea__put_number(&aliases, 1);
    alea__put_core_alias(&aliases, ALEA__CORE_FUNCTION, bot + 2, "r");
    alea__put_section(out, ALEA__PUT_ALIAS, &aliases);
}

/* (canon lift 0 (memory 0) (realloc …) (post-return …)), the first two where there is a list, with the question's type. */
static void put_lift(alea__text *out, const module_parts *p)
{
    alea__text types = {0}, canon = {0};
    unsigned char clean = (unsigned char)(1u + p->initializes),
                  reallocate = (unsigned char)(clean + p->cleans_up);
    const unsigned type = alea__put_types_of(p->asked, &types) - 1;
    alea__put_section(out, ALEA__PUT_TYPE, &types);
    ALEA__PUT(&canon, 1, 0x00, 0x00, 0, (unsigned char)((p->asked->lists ? 2u : 0u) + p->cleans_up));
    if (p->asked->lists) ALEA__PUT(&canon, 0x03, 0, 0x04, reallocate);
    if (p->cleans_up) ALEA__PUT(&canon, 0x05, clean);
    alea__put(&canon, type);
    alea__put_section(out, ALEA__PUT_CANON, &canon);
}

static void put_exports(alea__text *out, const alea__bot_interface *asked)
{
    alea__text instance = {0}, exported = {0};
    ALEA__PUT(&instance, 1, 0x01, (unsigned char)(1u + asked->rolls));
    if (asked->rolls) alea__put_export(&instance, ALEA__GAME_STATE, ALEA__COMPONENT_TYPE, 4);
    alea__put_export(&instance, asked->name, ALEA__COMPONENT_FUNCTION, 0);
    alea__put_section(out, ALEA__PUT_INSTANCE, &instance);
    alea__put_number(&exported, 1);
    alea__put_export(&exported, asked->interface, ALEA__COMPONENT_INSTANCE, 0);
    alea__put(&exported, 0x00);
    alea__put_section(out, ALEA__PUT_EXPORT, &exported);
}

static void write_component(alea__text *out, const module_parts *p, const unsigned char *data, size_t size)
{
    alea__put_component_header(out);
    put_modules(out, p, data, size);
    uint32_t bot = put_bot_instance(out, p);
    put_bot_aliases(out, p, bot);
    if (p->initializes || (p->asked->lists && !p->reallocates)) put_helper_instance(out, p, bot);
    put_lift(out, p);
    put_exports(out, p->asked);
}

alea_status alea__componentize(const alea__bot_text *file, const alea__bot_interface *asked, uint64_t limit,
                               alea__text *out, alea_error *error)
{
    alea__module module;
    module_parts p = {.asked = asked};
    alea_status status = alea__module_read(file->file, file->data, file->size, &module, error);
    if (status != ALEA_OK) return status;
    status = module_take_apart(file->file, &module, limit, &p, error);
    alea__module_free(&module);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(p.function != NULL);
    alea__text written = {0};
    write_component(&written, &p, file->data, file->size);
    return alea__put_finish(&written, out, error);
}
