#include "worker/protocol.h"

void alea__pack_status(alea__text *out, alea_status status, const alea_error *error)
{
    alea__pack_word(out, (uint64_t)-status);
    if (status == ALEA_OK) return;
    alea__pack_text(out, error->message);
    alea__pack_text(out, error->file);
    alea__pack_word(out, (uint64_t)error->line);
    alea__pack_word(out, (uint64_t)error->column);
}

alea_status alea__unpack_status(alea__unpacker *u, alea_error *error)
{
    uint64_t number = alea__unpack_word(u);
    if (number > (uint64_t)-ALEA_E_REFUSED) u->bad = true;
    if (u->bad || number == 0) return ALEA_OK;
    alea_error said = {.status = (alea_status)(-(int)number)};
    alea__unpack_printable(u, said.message, sizeof said.message);
    alea__unpack_printable(u, said.file, sizeof said.file);
    said.line = (int)(alea__unpack_word(u) & 0xffffff);
    said.column = (int)(alea__unpack_word(u) & 0xffffff);
    if (error) *error = said;
    return said.status;
}
