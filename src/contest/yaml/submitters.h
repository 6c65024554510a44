#pragma once
/* Gradescope's submission_metadata.yml, which is YAML: who handed in which folder, and when. This room alone calls libyaml. */
#include <alea/status.h>

#include <stdint.h>

/* Texts are NULL if the file does not have them. */
typedef struct alea__submitter {
    char *name, *sid, *email;
} alea__submitter;

typedef struct alea__record {
    char *folder, *time;
    int line; /* line of its start in the file */
    alea__submitter *submitter;
    uint32_t submitters, capacity;
} alea__record;

typedef struct alea__metadata {
    alea__record *record;
    uint32_t records, capacity;
} alea__metadata;

/* Fails with ALEA_E_FILE and the line if the text is not YAML or not in Gradescope's format. `file` is its name for messages. */
alea_status alea__metadata_read(const char *file, const char *text, size_t size, alea__metadata *out,
                                alea_error *);
void alea__metadata_clear(alea__metadata *);
