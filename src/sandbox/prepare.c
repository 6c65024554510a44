#include "sandbox/prepare.h"
#include "base/error.h"
#include "sandbox/charge.h"
#include "sandbox/depth.h"
#include "sandbox/messages.h"

alea_status alea__prepare(const alea__bot_text *text, const alea__measured *measured, uint32_t slots,
                          alea__text *out, alea_error *error)
{
    const alea__depth_budget whole = {
        .code = measured->needs.code, .instances = measured->needs.instances, .slots = slots};
    alea__text counting = {0};
    *out = (alea__text){0};
    bool done = alea__count_depth(&whole, (alea__slice){text->data, text->size}, &counting);
    if (done) {
        done = alea__charge((alea__slice){(const unsigned char *)counting.data, counting.size}, out);
        alea__text_free(&counting);
    }
    if (done) return ALEA_OK;
    if (counting.failed || out->failed) return alea__out_of_memory(error);
    return alea__fail_at(error, ALEA_E_BOT, text->file, 0, SANDBOX_NOT_READ);
}
