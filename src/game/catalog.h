#pragma once
/* The rule files of rules/, which the build puts into the library, sorted by name. */
#include <alea/game.h>
#include <stddef.h>

typedef struct alea__rule_source {
    const char *name; /* without ".lua" */
    const unsigned char *text;
    size_t size;
    alea_known known; /* from rules/catalogue.txt; place 0: not listed */
} alea__rule_source;

extern const alea__rule_source alea__rule_sources[];
extern const size_t alea__rule_source_count;

/* ALEA_E_UNKNOWN names the nearest, and all. */
alea_status alea__catalog_find(const char *name, const alea__rule_source **out, alea_error *);
