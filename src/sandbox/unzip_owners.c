#include "sandbox/unzip_owners.h"
#include "base/course_names.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool alea__owners_start(alea__owners *o, uint32_t files)
{
    *o = (alea__owners){.files = files};
    o->of = alea__alloc_array((uint64_t)files + 1, sizeof *o->of);
    o->key = alea__alloc_array((uint64_t)files + 1, sizeof *o->key);
    for (uint32_t i = 0; o->of && i < files; i++) o->of[i] = ALEA__NO_OWNER;
    return o->of && o->key;
}

/* The key of a student is the course system and the number; for files without a number, ALEA_NO_LMS and their folder. After
   its zero byte comes the displayed name, which is not part of the key. A name that may be another student's has a separate
   key, so that no student uses up the limits of others. */
bool alea__owners_note(alea__owners *o, uint32_t file, const char *name)
{
    alea__course_name n = {0};
    alea__text key = {0};
    const char *slash = strrchr(name, '/');
    size_t id = 0, length = slash ? (size_t)(slash - name) : 0;
    if (alea__course_name_of(name, 0, strlen(name), true, &n)) {
        id = n.id_length ? n.id : n.number_length ? n.number : n.student;
        length = n.id_length ? n.id_length : n.number_length ? n.number_length : n.student_length;
    } else if (!slash) {
        return true;
    }
    if (n.doubtful && n.number_length) length = n.number + n.number_length - id;
    alea__text_add(&key, "%d%s %.*s", (int)n.lms, n.doubtful ? "?" : "", (int)length, name + id);
    alea__text_add_bytes(&key, "", 1);
    alea__text_add(&key, "%.*s", (int)(id + length - n.begin), name + n.begin);
    o->key[file] = key.data;
    if (!key.failed) return true;
    alea__text_free(&key);
    o->key[file] = NULL;
    return false;
}

/* The owner of a key, created if necessary. Returns false if memory runs out. `place` has the owners, from 1; its size is a
   power of two above their number. */
static bool owners_look_up(alea__owners *o, uint32_t *place, uint32_t size, uint32_t file)
{
    const char *key = o->key[file];
    uint32_t at = 2166136261u; /* FNV-1a */
    for (const char *sign = key; *sign; sign++) at = (at ^ (unsigned char)*sign) * 16777619u;
    at &= size - 1;
    while (place[at] && strcmp(o->owner[place[at] - 1].key, key) != 0) at = (at + 1) & (size - 1);
    if (!place[at]) {
        alea__owner *owner = &o->owner[o->count];
        owner->key = key;
        owner->student = atoi(key) != ALEA_NO_LMS;
        owner->label = alea__copy_text(key + strlen(key) + 1);
        if (!owner->label) return false;
        place[at] = ++o->count;
    }
    o->of[file] = place[at] - 1;
    return true;
}

/* Uses hashing: sorting would ask the system for its amount of memory, which a worker must not do. */
bool alea__owners_find(alea__owners *o)
{
    uint32_t size = 2;
    while (size < 2 * o->files) size *= 2;
    uint32_t *place = alea__alloc_array(size, sizeof *place);
    o->owner = alea__alloc_array((uint64_t)o->files + 1, sizeof *o->owner);
    bool enough = place && o->owner;
    for (uint32_t i = 0; enough && i < o->files; i++)
        if (o->key[i]) enough = owners_look_up(o, place, size, i);
    alea__free(place);
    return enough;
}

const alea__owner *alea__owners_largest(const alea__owners *o, uint64_t (*what)(const alea__owner *))
{
    const alea__owner *largest = NULL;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->owner[i].over == ALEA__MEMBER_LISTED && (!largest || what(&o->owner[i]) > what(largest)))
            largest = &o->owner[i];
    return largest;
}

void alea__owners_clear(alea__owners *o)
{
    for (uint32_t i = 0; i < o->count; i++) alea__free(o->owner[i].label);
    for (uint32_t i = 0; o->key && i < o->files; i++) alea__free(o->key[i]);
    alea__free(o->owner);
    alea__free(o->of);
    alea__free(o->key);
    *o = (alea__owners){0};
}
