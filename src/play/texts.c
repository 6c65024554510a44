#include "play/texts.h"
#include "base/memory.h"

#include <string.h>

const char *alea__texts_keep(alea__texts *texts, const char *text)
{
    if (texts->count > 0 && strcmp(texts->text[texts->count - 1], text) == 0)
        return texts->text[texts->count - 1];
    if (!alea__grow(&texts->text, &texts->capacity, texts->count + 1, sizeof *texts->text)) return NULL;
    char *copy = alea__copy_text(text);
    if (copy) texts->text[texts->count++] = copy;
    return copy;
}

void alea__texts_free(alea__texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) alea__free(texts->text[i]);
    alea__free(texts->text);
}
