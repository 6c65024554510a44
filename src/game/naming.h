#pragma once
/* Looks up names that people give: of policies, of their arguments, of the keys of a position. Unknown names fail with the
   nearest one. */
#include "game/family.h"
#include "game/spec.h"
#include <alea/table.h>

/* ALEA_E_UNKNOWN: `family` ("Hog") has no policy of this name. The message offers the nearest one, or all of them. */
alea_status alea__unknown_policy(const char *family, alea_builtin (*builtin)(size_t index), const char *name,
                                 alea_error *);

/* The arguments of a policy by the places of their keys, NULL if left out; arguments without a key count in order. Returns
   false if a key is unknown or repeated, or if there are too many. */
bool alea__sort_arguments(const alea__spec *, const char *const *keys, size_t count, const char **value);

enum { ALEA__MOST_KEYS = 96 };

/* The keys that describe a position, and their values. */
typedef struct alea__settings {
    const alea__rules *rules;
    alea_key (*key)(const alea__rules *, size_t index); /* as in alea__family */
    size_t bare;                                        /* the key of a word that is given without one */
    const char *value[ALEA__MOST_KEYS];                 /* by key; NULL if left out */
} alea__settings;

enum { ALEA__SCORES_TEXT = 200 };

/* Settings of games with scores in one form: the key "scores" with numbers and commas, and "turn". */
typedef struct alea__score_words {
    alea_setting setting[ALEA__MOST_KEYS];
    size_t count;
    bool has_scores, keyed; /* keyed: by "scores", so that no more numbers may follow */
    char scores[ALEA__SCORES_TEXT];
} alea__score_words;

/* Puts what people type into that form: scores=20-30, scores=20:30 and words without a key, such as 22,0 or 22 0, become
   scores=20,30; own= and other=, or i= and j=, too; k= becomes turn=. ALEA_E_USAGE: scores are given twice, or too much is
   given. `out` keeps pointers to the values. */
alea_status alea__read_score_words(const alea_setting *, size_t count, alea__score_words *out, alea_error *);

/* Fills `value`. Fails with ALEA_E_USAGE if a key is unknown or repeated. */
alea_status alea__sort_settings(alea__settings *, const alea_setting *, size_t count, alea_error *);
