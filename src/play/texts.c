#include "play/texts.h"
#include "base/memory.h"

#include <string.h>

const char *alea__texts_keep(alea__texts *texts, const char *text)
{
    if (texts->count > 0 && strcmp(texts->text[texts->count - 1], text) == 0)
        return texts->text[texts->count - 1];
    if (texts->count == texts->capacity) {
        size_t capacity = texts->capacity ? 2 * texts->capacity : 16;
        char **more = alea__resize(texts->text, capacity * sizeof *more);
        if (!more) return NULL;
        texts->text = more;
        texts->capacity = capacity;
    }
    char *copy = alea__copy_text(text);
    if (copy) texts->text[texts->count++] = copy;
    return copy;
}

void alea__texts_free(alea__texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) alea__free(texts->text[i]);
    alea__free(texts->text);
}
