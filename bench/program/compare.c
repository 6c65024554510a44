/* Reading the figures of an earlier run, and what became of each. */
#include "bench/program/compare.h"
#include "base/assert.h"
#include "bench/program/messages.h"
#include "cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Anything but an object of `alea-bench --json` is refused. */
int bench_read_earlier(const char *path, json_t **out)
{
    json_error_t why;
    FILE *file = fopen(path, "r");
    if (!file) return cmd_complain(CMD_USAGE, CMD_CANNOT_READ, cmd_show(path).text, strerror(errno));
    json_t *earlier = json_loadf(file, JSON_REJECT_DUPLICATES, &why);
    fclose(file);
    const char *kind = json_string_value(json_object_get(earlier, "alea"));
    const bool right = kind && strcmp(kind, "bench") == 0 && json_is_array(json_object_get(earlier, "jobs"));
    if (right) {
        *out = earlier;
        return CMD_DONE;
    }
    json_decref(earlier);
    return cmd_complain(CMD_USAGE, BENCH_NOT_FIGURES, cmd_show(path).text);
}

bool bench_other_machine(const json_t *earlier, const char *processor)
{
    const json_t *machine = json_object_get(earlier, "machine");
    const char *before = json_string_value(json_object_get(machine, "processor"));
    const json_t *lanes = json_object_get(machine, "lanes");
    return !before || strcmp(before, processor) != 0 ||
           json_integer_value(lanes) != (json_int_t)bench_lanes();
}

/* Returns the element of an array of objects whose field has this text; NULL if there is none. */
static const json_t *compare_find(const json_t *array, const char *field, const char *text)
{
    size_t i;
    json_t *element;
    json_array_foreach(array, i, element)
    {
        const char *name = json_string_value(json_object_get(element, field));
        if (name && strcmp(name, text) == 0) return element;
    }
    return NULL;
}

/* A number above 0; 0 for anything else. */
static double compare_number(const json_t *row, const char *field)
{
    const double number = json_number_value(json_object_get(row, field));
    return number > 0 && isfinite(number) ? number : 0;
}

/* A row is found by the names of job and row; a ratio is compared where both have one. */
bench_change bench_compare_row(const json_t *earlier, bool other_machine, const char *job,
                               const bench_row *row)
{
    bench_change c = {.known = false};
    const json_t *found = compare_find(json_object_get(earlier, "jobs"), "name", job);
    found = compare_find(json_object_get(found, "rows"), "what", row->what);
    const char *unit = json_string_value(json_object_get(found, "unit"));
    const double ratio = compare_number(found, "ratio"), median = compare_number(found, "median");
    if (!unit || strcmp(unit, row->unit) != 0 || row->ratio == 1) return c;
    c.of_ratio = ratio > 0 && row->ratio > 0;
    if (median == 0 || (other_machine && !c.of_ratio)) return c;
    const bool more_is_better = c.of_ratio || strcmp(unit, "games/s") == 0;
    const double now = c.of_ratio ? row->ratio : row->median;
    ALEA_ASSERT(now > 0);
    c.known = true;
    c.before = c.of_ratio ? ratio : median;
    c.factor = more_is_better ? now / c.before : c.before / now;
    const double error = compare_number(found, "error");
    c.error = error > 0 && row->error > 0 ? c.factor * hypot(error, row->error) : NAN; /* of a quotient */
    return c;
}

const char *bench_verdict(const bench_change *c)
{
    if (!c->known || isnan(c->error)) return "unknown";
    if (fabs(c->factor - 1) <= 2 * c->error) return "same";
    return c->factor > 1 ? "better" : "worse";
}
