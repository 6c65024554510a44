/* The two compiled forms of a WebAssembly bot: unchanged, and with restorable instances. */
#include "sandbox/compose.h"
#include "sandbox/restorable.h"
#include "sandbox/wasm_bot.h"

#include <string.h>

void alea__wasm_form_clear(alea__wasm_form *form)
{
    if (form->function) wasmtime_component_export_index_delete(form->function);
    if (form->interface) wasmtime_component_export_index_delete(form->interface);
    if (form->compiled) wasmtime_component_delete(form->compiled);
    *form = (alea__wasm_form){0};
}

bool alea__wasm_form_find(alea__wasm_form *form, const alea__bot_interface *asked)
{
    if (form->tells)
        form->function =
            wasmtime_component_get_export_index(form->compiled, NULL, ALEA__ASK, strlen(ALEA__ASK));
    else
        form->interface = wasmtime_component_get_export_index(form->compiled, NULL, asked->interface,
                                                              strlen(asked->interface));
    if (form->interface)
        form->function = wasmtime_component_get_export_index(form->compiled, form->interface, asked->name,
                                                             strlen(asked->name));
    return form->function != NULL;
}

/* Compiles the rewritten component. Returns false if it cannot be rewritten. */
static bool wasm_form_make_restorable(alea__wasm_bot *bot, alea__wasm_form *form)
{
    alea__text component;
    const alea__slice plain = {(const unsigned char *)bot->component.data, bot->component.size};
    if (!alea__make_restorable(plain, &component, &form->memories)) return false;
    wasmtime_error_t *failure = alea__compile(bot->engine, component.data, component.size, &form->compiled);
    alea__text_free(&component);
    if (failure) wasmtime_error_delete(failure);
    form->tells = bot->plain.tells;
    form->restorable = !failure && alea__wasm_form_find(form, bot->asked);
    if (!form->restorable) alea__wasm_form_clear(form);
    return form->restorable;
}

const alea__wasm_form *alea__wasm_bot_form(alea__wasm_bot *bot, bool restored)
{
    if (!restored) return &bot->plain;
    pthread_mutex_lock(&bot->lock);
    if (!bot->has_restored && !wasm_form_make_restorable(bot, &bot->restored)) bot->restored = bot->plain;
    if (!bot->has_restored && bot->asked->lists && !bot->asked->rolls) bot->kept = alea__kept_answers_new();
    bot->has_restored = true;
    atomic_store(&bot->base.restored_cheaply, bot->restored.restorable);
    pthread_mutex_unlock(&bot->lock);
    return &bot->restored;
}
