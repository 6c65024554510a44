/* The type Batch: many games stepped together (alea/batch.h), with arrays of the caller that are bound once. */
#include "python/messages.h"
#include "python/python.h"

#include <alea/batch.h>
#include <string.h>

/* The arrays of a view, in the order in which bind takes them. */
enum { OBSERVATION, MASK, SEAT, GAME, REWARD, MOVER_REWARD, OVER, TRUNCATED, FINAL, ARRAYS };

static const struct {
    const char *name, *format; /* of struct's letters */
    Py_ssize_t element;
} batch_array[ARRAYS] = {{"observation", "i", 4}, {"mask", "?B", 1},      {"seat", "i", 4},
                         {"game", "LQKk", 8},     {"reward", "d", 8},     {"mover_reward", "d", 8},
                         {"over", "?B", 1},       {"truncated", "?B", 1}, {"final_observation", "i", 4}};

typedef struct batch_object {
    PyObject_HEAD alea_game *game;
    alea_batch *batch;
    Py_ssize_t slots;
    Py_buffer bound[ARRAYS]; /* obj NULL: not bound */
    alea_batch_view view;
    bool busy; /* another thread steps it */
} batch_object;

static PyTypeObject *batch_type;

/* Whether another thread steps the games: then an exception is set. */
static bool batch_is_busy(const batch_object *b)
{
    if (b->busy) PyErr_SetString(PyExc_RuntimeError, PYTHON_BATCH_BUSY);
    return b->busy;
}

static void batch_unbind(batch_object *b)
{
    for (int i = 0; i < ARRAYS; i++)
        if (b->bound[i].obj) PyBuffer_Release(&b->bound[i]);
    memset(b->bound, 0, sizeof b->bound);
    memset(&b->view, 0, sizeof b->view);
}

static void batch_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    batch_object *b = (batch_object *)self;
    batch_unbind(b);
    alea_batch_free(b->batch);
    alea_game_free(b->game);
    PyObject_Free(self);
    Py_DECREF(type);
}

static Py_ssize_t batch_elements(const batch_object *b, int which)
{
    switch (which) {
    case OBSERVATION:
    case FINAL: return b->slots * (Py_ssize_t)alea_batch_features(b->batch);
    case MASK: return b->slots * (Py_ssize_t)alea_batch_moves(b->batch);
    case REWARD: return b->slots * (Py_ssize_t)alea_game_players(b->game);
    default: return b->slots;
    }
}

/* Takes the memory of an array that must have this type and number of elements. False: an exception is set. */
static bool batch_take(PyObject *array, const char *name, const char *formats, Py_ssize_t element,
                       Py_ssize_t count, bool writable, Py_buffer *out)
{
    if (PyObject_GetBuffer(array, out, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)) !=
        0)
        return false;
    const char *format = out->format ? out->format : "B";
    if (*format == '<' || *format == '=' || *format == '@') format++;
    if (strlen(format) == 1 && strchr(formats, *format) && out->itemsize == element &&
        out->len == count * element)
        return true;
    PyErr_Format(PyExc_ValueError, PYTHON_ARRAY, name, count, element, formats);
    PyBuffer_Release(out);
    return false;
}

/* bind(observation, mask, seat, game, reward, mover_reward, over, truncated, final_observation): each an array or None. */
static PyObject *batch_bind(PyObject *self, PyObject *arguments)
{
    batch_object *b = (batch_object *)self;
    PyObject *a[ARRAYS];
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOO", &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6], &a[7],
                          &a[8]))
        return NULL;
    if (batch_is_busy(b)) return NULL;
    batch_unbind(b);
    for (int i = 0; i < ARRAYS; i++)
        if (a[i] != Py_None &&
            !batch_take(a[i], batch_array[i].name, batch_array[i].format, batch_array[i].element,
                        batch_elements(b, i), true, &b->bound[i])) {
            b->bound[i].obj = NULL;
            batch_unbind(b);
            return NULL;
        }
    b->view = (alea_batch_view){.observation = b->bound[OBSERVATION].buf,
                                .mask = b->bound[MASK].buf,
                                .seat = b->bound[SEAT].buf,
                                .game = b->bound[GAME].buf,
                                .reward = b->bound[REWARD].buf,
                                .mover_reward = b->bound[MOVER_REWARD].buf,
                                .over = b->bound[OVER].buf,
                                .truncated = b->bound[TRUNCATED].buf,
                                .final_observation = b->bound[FINAL].buf};
    alea_batch_look(b->batch, &b->view);
    Py_RETURN_NONE;
}

/* step(moves): plays a move in every slot and writes the arrays that are bound. */
static PyObject *batch_step(PyObject *self, PyObject *moves)
{
    enum { WITHOUT_LOCK = 256 }; /* slots from which on other threads of Python may run meanwhile */
    batch_object *b = (batch_object *)self;
    alea_error error;
    Py_buffer move;
    if (batch_is_busy(b) || !batch_take(moves, "moves", "i", 4, b->slots, false, &move)) return NULL;
    b->busy = true;
    PyThreadState *left = b->slots >= WITHOUT_LOCK ? PyEval_SaveThread() : NULL;
    const alea_status status = alea_batch_step(b->batch, move.buf, &b->view, &error);
    if (left) PyEval_RestoreThread(left);
    b->busy = false;
    PyBuffer_Release(&move);
    if (status != ALEA_OK) return python_raise(&error);
    Py_RETURN_NONE;
}

/* reset(which): begins the next game in these slots, or with None in all. */
static PyObject *batch_reset(PyObject *self, PyObject *which)
{
    batch_object *b = (batch_object *)self;
    Py_buffer w = {0};
    if (batch_is_busy(b)) return NULL;
    if (which != Py_None && !batch_take(which, "which", "?B", 1, b->slots, false, &w)) return NULL;
    alea_batch_reset(b->batch, w.buf, NULL);
    alea_batch_look(b->batch, &b->view);
    if (w.obj) PyBuffer_Release(&w);
    Py_RETURN_NONE;
}

/* observe(seat, observation): the positions as one seat sees them. */
static PyObject *batch_observe(PyObject *self, PyObject *arguments)
{
    batch_object *b = (batch_object *)self;
    unsigned seat;
    PyObject *array;
    Py_buffer out;
    if (!PyArg_ParseTuple(arguments, "IO", &seat, &array) || batch_is_busy(b)) return NULL;
    if (seat >= alea_game_players(b->game)) return PyErr_Format(PyExc_ValueError, PYTHON_SEAT, seat);
    if (!batch_take(array, "observation", "i", 4, batch_elements(b, OBSERVATION), true, &out)) return NULL;
    alea_batch_observe(b->batch, seat, out.buf);
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

/* about(): the game's spec, players, moves, their names (None where one has none), and the features: name, least, most. */
static PyObject *batch_about(PyObject *self, PyObject *unused)
{
    const batch_object *b = (batch_object *)self;
    alea_feature f;
    PyObject *features = PyList_New(0), *names = PyList_New(0);
    (void)unused;
    for (unsigned i = 0; features && names && alea_batch_feature(b->batch, i, &f); i++) {
        PyObject *one = Py_BuildValue("(sii)", f.name, (int)f.least, (int)f.most);
        if (!one || PyList_Append(features, one) != 0) Py_CLEAR(features);
        Py_XDECREF(one);
    }
    for (unsigned i = 0; features && names && i < alea_batch_moves(b->batch); i++) {
        PyObject *one = Py_BuildValue("z", alea_game_move_name(b->game, i));
        if (!one || PyList_Append(names, one) != 0) Py_CLEAR(names);
        Py_XDECREF(one);
    }
    if (features && names)
        return Py_BuildValue("(sIsNN)", alea_game_spec(b->game), alea_game_players(b->game),
                             alea_objective_name(alea_game_objective(b->game)), names, features);
    Py_XDECREF(features);
    Py_XDECREF(names);
    return NULL;
}

static PyMethodDef batch_methods[] = {
    {"bind", batch_bind, METH_VARARGS, NULL},  {"step", batch_step, METH_O, NULL},
    {"reset", batch_reset, METH_O, NULL},      {"observe", batch_observe, METH_VARARGS, NULL},
    {"about", batch_about, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot batch_slots[] = {{Py_tp_dealloc, batch_free}, {Py_tp_methods, batch_methods}, {0, NULL}};
static PyType_Spec batch_spec = {.name = "alea._alea.Batch",
                                 .basicsize = sizeof(batch_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                          Py_TPFLAGS_IMMUTABLETYPE,
                                 .slots = batch_slots};

bool python_add_batch_type(PyObject *module)
{
    batch_type = (PyTypeObject *)PyType_FromSpec(&batch_spec);
    return batch_type && PyModule_AddObjectRef(module, "Batch", (PyObject *)batch_type) == 0;
}

static alea_status batch_open(batch_object *b, const char *spec, unsigned players,
                              const alea_batch_options *options, alea_error *error)
{
    const alea_status status = alea_game_open_for(spec, players, &b->game, error);
    return status == ALEA_OK ? alea_batch_open(b->game, (unsigned)b->slots, options, &b->batch, error)
                             : status;
}

/* Opens the games as work, since listing the states of a game may take long; within a callable, which may ask what the features of a
   game are, as a part of the work that called it. Returns false with an exception set. */
static bool batch_open_as_work(batch_object *b, const char *spec, unsigned players,
                               const alea_batch_options *options)
{
    alea_error error;
    alea_status status;
    const bool within = python_work_calls();
    if (!within && !python_work_begin(Py_None)) return false;
    if (!within) python_work_leave();
    status = batch_open(b, spec, players, options, &error);
    if (!within) python_work_return();
    if (status != ALEA_OK) python_raise(&error);
    return (within || python_work_end(true)) && status == ALEA_OK;
}

PyObject *python_open_batch(PyObject *module, PyObject *arguments)
{
    const char *spec;
    unsigned players, slots;
    PyObject *seed;
    int autoreset, illegal_forfeits;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sIIOip", &spec, &players, &slots, &seed, &autoreset, &illegal_forfeits))
        return NULL;
    alea_batch_options options = ALEA_BATCH_OPTIONS_INIT;
    options.seed_given = seed != Py_None;
    options.seed = options.seed_given ? PyLong_AsUnsignedLongLong(seed) : 0;
    options.illegal_forfeits = illegal_forfeits;
    options.autoreset = (alea_autoreset)autoreset;
    batch_object *b = PyErr_Occurred() ? NULL : PyObject_New(batch_object, batch_type);
    if (!b) return NULL;
    memset((char *)b + sizeof(PyObject), 0, sizeof *b - sizeof(PyObject));
    b->slots = (Py_ssize_t)slots;
    if (batch_open_as_work(b, spec, players, &options)) return (PyObject *)b;
    Py_DECREF(b);
    return NULL;
}
