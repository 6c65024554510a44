/* The types Table, an exact solution, and Array, memory of a table that numpy uses without a copy. */
#include "command/command.h"
#include "python/messages.h"
#include "python/python.h"

#include <alea/bot.h>
#include <alea/exact.h>

#include <string.h>

/* ---- Array: read-only numbers that belong to another object ---- */

enum { ARRAY_RANK = 4 };

typedef struct array_object {
    PyObject_HEAD PyObject *owner;
    const void *data;
    const char *format; /* "d" or "?" */
    Py_ssize_t element;
    int rank;
    Py_ssize_t shape[ARRAY_RANK], stride[ARRAY_RANK];
} array_object;

static PyTypeObject *array_type, *table_type;

/* `data` live as long as the owner. */
static PyObject *array_new(PyObject *owner, const void *data, bool numbers, int rank, const size_t *shape)
{
    array_object *a = PyObject_New(array_object, array_type);
    if (!a) return NULL;
    Py_INCREF(owner);
    a->owner = owner;
    a->data = data;
    a->format = numbers ? "d" : "?";
    a->element = numbers ? (Py_ssize_t)sizeof(double) : 1;
    a->rank = rank;
    Py_ssize_t stride = a->element;
    for (int i = rank; i-- > 0;) {
        a->shape[i] = (Py_ssize_t)shape[i];
        a->stride[i] = stride;
        stride *= a->shape[i];
    }
    return (PyObject *)a;
}

static void array_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((array_object *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* As PEP 3118 says: shape and strides only where the consumer asks for them. */
static int array_get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    array_object *a = (array_object *)self;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, PYTHON_READ_ONLY);
        view->obj = NULL;
        return -1;
    }
    Py_INCREF(self);
    *view = (Py_buffer){.buf = (void *)(uintptr_t)a->data,
                        .obj = self,
                        .len = a->rank > 0 ? a->shape[0] * a->stride[0] : a->element,
                        .itemsize = a->element,
                        .readonly = 1,
                        .ndim = a->rank,
                        .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t)a->format : NULL,
                        .shape = flags & PyBUF_ND ? a->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? a->stride : NULL};
    return 0;
}

static PyType_Slot array_slots[] = {
    {Py_tp_dealloc, array_free}, {Py_bf_getbuffer, array_get_buffer}, {0, NULL}};
static PyType_Spec array_spec = {.name = "alea._alea.Array",
                                 .basicsize = sizeof(array_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                          Py_TPFLAGS_IMMUTABLETYPE,
                                 .slots = array_slots};

/* ---- Table ---- */

typedef struct table_object {
    PyObject_HEAD alea_game *game; /* NULL: the table owns it */
    alea_table *table;
} table_object;

/* Takes both over; on failure too. */
static PyObject *table_new(alea_game *game, alea_table *table)
{
    table_object *t = PyObject_New(table_object, table_type);
    if (!t) {
        alea_table_free(table);
        alea_game_free(game);
        return NULL;
    }
    t->game = game;
    t->table = table;
    return (PyObject *)t;
}

static void table_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    table_object *t = (table_object *)self;
    alea_table_free(t->table);
    alea_game_free(t->game);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *interval_pair(alea_interval i)
{
    return Py_BuildValue("(dd)", i.lower, i.upper);
}

/* The values to all seats, of three or more; else an empty list. */
static PyObject *facts_seats(const alea_table_facts *f)
{
    PyObject *list = PyList_New(0);
    for (unsigned i = 0; list && i < f->seats; i++) {
        PyObject *pair = interval_pair(f->seat[i]);
        if (!pair || PyList_Append(list, pair) != 0) Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

/* facts(): what alea_table_facts has, as a dictionary. */
static PyObject *table_facts(PyObject *self, PyObject *unused)
{
    alea_table_facts f;
    (void)unused;
    alea_table_get_facts(((table_object *)self)->table, &f);
    return Py_BuildValue("{s:s,s:s,s:z,s:s,s:K,s:K,s:N,s:N,s:N,s:d,s:K,s:K,s:d,s:O}", "game", f.game,
                         "rules_sha256", f.rules_sha256, "against", f.against, "objective",
                         alea_objective_name(f.objective), "samples", (unsigned long long)f.samples, "seed",
                         (unsigned long long)f.seed, "start", interval_pair(f.start), "second",
                         interval_pair(f.second), "seats", facts_seats(&f), "epsilon", f.epsilon, "states",
                         (unsigned long long)f.states, "stored", (unsigned long long)f.stored, "width",
                         f.width, "complete", f.complete ? Py_True : Py_False);
}

/* ---- its numbers ---- */

/* matrices(): for each its name, what rows and columns count, and both bounds. */
static PyObject *table_matrices(PyObject *self, PyObject *unused)
{
    alea_matrix m;
    PyObject *list = PyList_New(0);
    (void)unused;
    for (unsigned i = 0; list && alea_table_matrix(((table_object *)self)->table, i, &m); i++) {
        const size_t shape[2] = {m.rows, m.columns};
        PyObject *one =
            Py_BuildValue("(sssNN)", m.name, m.row, m.column, array_new(self, m.lower, true, 2, shape),
                          array_new(self, m.upper, true, 2, shape));
        if (!one || PyList_Append(list, one) != 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static void arrays_free(PyObject *capsule)
{
    alea_arrays_free(PyCapsule_GetPointer(capsule, "alea.arrays"));
}

/* arrays(base_cases): P, or None, and roll. */
static PyObject *table_arrays(PyObject *self, PyObject *arguments)
{
    alea_error error;
    alea_arrays *arrays = NULL;
    size_t shape[ARRAY_RANK];
    int base_cases;
    if (!PyArg_ParseTuple(arguments, "p", &base_cases) || !python_work_begin(Py_None)) return NULL;
    python_work_leave();
    alea_status status = alea_table_arrays(((table_object *)self)->table, &arrays, &error);
    if (status == ALEA_OK && base_cases) status = alea_arrays_add_base_cases(arrays, &error);
    python_work_return();
    if (!python_work_end(true) || status != ALEA_OK) {
        alea_arrays_free(arrays);
        return PyErr_Occurred() ? NULL : python_raise(&error);
    }
    const int rank = (int)alea_arrays_extent(arrays, shape);
    PyObject *owner = PyCapsule_New(arrays, "alea.arrays", arrays_free);
    if (!owner) {
        alea_arrays_free(arrays);
        return NULL;
    }
    PyObject *both = Py_BuildValue("(NN)", array_new(owner, alea_arrays_values(arrays), true, rank, shape),
                                   array_new(owner, alea_arrays_roll(arrays), false, rank, shape));
    Py_DECREF(owner);
    return both;
}

/* ---- questions ---- */

enum { MOST_SETTINGS = 32 };

/* ask(settings, any): the value and the moves of a position, which pairs of texts describe. */
static PyObject *table_ask(PyObject *self, PyObject *arguments)
{
    alea_error error;
    alea_state state;
    alea_answer answer;
    alea_note note = {""};
    alea_setting setting[MOST_SETTINGS];
    PyObject *list;
    int any;
    const alea_table *table = ((table_object *)self)->table;
    if (!PyArg_ParseTuple(arguments, "O!p", &PyList_Type, &list, &any)) return NULL;
    const Py_ssize_t count = PyList_Size(list);
    if (count > MOST_SETTINGS) return PyErr_Format(PyExc_ValueError, PYTHON_MOST_KEYS, MOST_SETTINGS);
    for (Py_ssize_t i = 0; i < count; i++)
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "ss", &setting[i].key, &setting[i].value)) return NULL;
    const alea_game *game = alea_table_game(table);
    alea_status status = any ? alea_game_parse_any_state(game, setting, (size_t)count, &state, &note, &error)
                             : alea_game_parse_state(game, setting, (size_t)count, &state, &error);
    if (status == ALEA_OK) status = alea_table_ask(table, &state, &answer, &error);
    if (status != ALEA_OK) return python_raise(&error);
    PyObject *moves = PyList_New(0);
    for (unsigned i = 0; moves && i < answer.count; i++) {
        const alea_move_value *m = &answer.move[i];
        PyObject *one = Py_BuildValue("(sdd)", m->name, m->value.lower, m->value.upper);
        if (!one || PyList_Append(moves, one) != 0) Py_CLEAR(moves);
        Py_XDECREF(one);
    }
    PyObject *made = moves
                         ? Py_BuildValue("(ddiOsN)", answer.value.lower, answer.value.upper, (int)answer.best,
                                         answer.tied ? Py_True : Py_False, note.text, moves)
                         : NULL;
    alea_answer_free(&answer);
    return made;
}

/* verify(progress): whether the proof holds, how many positions were checked, and what is wrong. */
static PyObject *table_verify(PyObject *self, PyObject *arguments)
{
    alea_error error;
    alea_verdict verdict;
    PyObject *progress;
    if (!PyArg_ParseTuple(arguments, "O", &progress) || !python_work_begin(progress)) return NULL;
    const alea_progress p = python_work_progress("positions");
    python_work_leave();
    const alea_status status = alea_table_verify(((table_object *)self)->table, &p, &verdict, &error);
    python_work_return();
    if (!python_work_end(true)) return NULL;
    if (status != ALEA_OK) return python_raise(&error);
    return Py_BuildValue("(OKs)", verdict.holds ? Py_True : Py_False, (unsigned long long)verdict.checked,
                         verdict.reason);
}

static PyObject *table_save(PyObject *self, PyObject *arguments)
{
    alea_error error;
    const char *path;
    if (!PyArg_ParseTuple(arguments, "s", &path)) return NULL;
    if (alea_table_write(((table_object *)self)->table, path, &error) != ALEA_OK) return python_raise(&error);
    Py_RETURN_NONE;
}

/* evaluate(): what a player who follows the table earns, in games for one player. */
static PyObject *table_evaluate(PyObject *self, PyObject *arguments)
{
    alea_error error;
    alea_interval value;
    PyObject *progress;
    if (!PyArg_ParseTuple(arguments, "O", &progress) || !python_work_begin(progress)) return NULL;
    alea_solve_options options = ALEA_SOLVE_OPTIONS_INIT;
    options.progress = python_work_progress("positions");
    python_work_leave();
    const alea_status status = alea_table_evaluate(((table_object *)self)->table, &options, &value, &error);
    python_work_return();
    if (!python_work_end(true)) return NULL;
    return status == ALEA_OK ? interval_pair(value) : python_raise(&error);
}

static PyMethodDef table_methods[] = {
    {"facts", table_facts, METH_NOARGS, NULL},        {"matrices", table_matrices, METH_NOARGS, NULL},
    {"arrays", table_arrays, METH_VARARGS, NULL},     {"ask", table_ask, METH_VARARGS, NULL},
    {"verify", table_verify, METH_VARARGS, NULL},     {"save", table_save, METH_VARARGS, NULL},
    {"evaluate", table_evaluate, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot table_slots[] = {{Py_tp_dealloc, table_free}, {Py_tp_methods, table_methods}, {0, NULL}};
static PyType_Spec table_spec = {.name = "alea._alea.Table",
                                 .basicsize = sizeof(table_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                          Py_TPFLAGS_IMMUTABLETYPE,
                                 .slots = table_slots};

bool python_add_table_types(PyObject *module)
{
    array_type = (PyTypeObject *)PyType_FromSpec(&array_spec);
    table_type = (PyTypeObject *)PyType_FromSpec(&table_spec);
    return array_type && table_type && PyModule_AddObjectRef(module, "Array", (PyObject *)array_type) == 0 &&
           PyModule_AddObjectRef(module, "Table", (PyObject *)table_type) == 0;
}

/* ---- making ---- */

/* A solution of the game, or with a bot the best response to it, with its values: moving first, second, and the mean, and the
   exploitability. */
typedef struct table_job {
    const char *game, *objective, *bot;
    alea_solve_options options;
    alea_game *opened;
    alea_table *table;
    alea_best_response best;
} table_job;

static alea_status solve_best(table_job *j, alea_objective objective, alea_error *error)
{
    alea_sandbox *sandbox = NULL;
    alea_bot *bot = NULL;
    alea_status status = python_open_sandbox((alea_sandbox_options){0}, &sandbox, error);
    if (status == ALEA_OK) status = alea_bot_open(j->opened, j->bot, sandbox, &bot, error);
    if (status == ALEA_OK)
        status = alea_table_best_response(j->opened, bot, objective, &j->options, &j->table, &j->best, error);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    return status;
}

/* CMD_DONE, or the failure has been reported. */
static int solve_run(table_job *j)
{
    alea_error error;
    alea_objective objective;
    int status = cmd_open_game(j->game, &j->opened);
    if (status == CMD_DONE) status = cmd_choose_objective(j->opened, j->objective, &objective);
    if (status != CMD_DONE) return status;
    j->options.equilibrium = !j->bot;
    const alea_status made = j->bot ? solve_best(j, objective, &error)
                                    : alea_table_solve(j->opened, objective, &j->options, &j->table, &error);
    return made == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

PyObject *python_solve(PyObject *module, PyObject *arguments)
{
    table_job j = {.options = ALEA_SOLVE_OPTIONS_INIT};
    PyObject *progress;
    unsigned long long memory, samples, seed;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "szzdIKKKO", &j.game, &j.objective, &j.bot, &j.options.tolerance,
                          &j.options.threads, &memory, &samples, &seed, &progress) ||
        !python_work_begin(progress))
        return NULL;
    j.options.memory = memory;
    j.options.samples = samples;
    j.options.seed = seed;
    j.options.progress = python_work_progress("positions");
    python_commands_begin();
    python_work_leave();
    const int status = solve_run(&j);
    python_work_return();
    if (status != CMD_DONE) python_commands_raise();
    if (!python_work_end(true) || status != CMD_DONE) {
        alea_table_free(j.table);
        alea_game_free(j.opened);
        return NULL;
    }
    PyObject *table = table_new(j.opened, j.table);
    if (!j.bot || !table) return table;
    const alea_best_response *b = &j.best;
    return Py_BuildValue("(NNNNN)", table, interval_pair(b->first), interval_pair(b->second),
                         interval_pair(b->mean), interval_pair(b->exploitability));
}

/* Listing the states of a game may take long, so this is work too. */
PyObject *python_open_table(PyObject *module, PyObject *arguments)
{
    alea_error error;
    const char *path, *spec;
    alea_game *game = NULL;
    alea_table *table = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sz", &path, &spec) || !python_work_begin(Py_None)) return NULL;
    python_work_leave();
    alea_status status = spec ? alea_game_open(spec, &game, &error) : ALEA_OK;
    if (status == ALEA_OK) status = alea_table_open(game, path, &table, &error);
    python_work_return();
    if (status != ALEA_OK) python_raise(&error);
    if (python_work_end(true) && status == ALEA_OK) return table_new(game, table);
    alea_table_free(table);
    alea_game_free(game);
    return NULL;
}
