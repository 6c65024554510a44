/* Callables of Python as bots: their decisions in all positions become a table, with which everything else works at full speed. */
#include "base/error.h"
#include "base/memory.h"
#include "python/messages.h"
#include "python/python.h"

#include <alea/batch.h>
#include <alea/bot.h>
#include <alea/exact.h>

#include <string.h>

/* A callable that gets observations and legal moves as bytes, and returns the moves as bytes of int32. */
typedef struct function_caller {
    alea_game *game;
    alea_batch *batch; /* which knows positions as numbers */
    PyObject *callable;
} function_caller;

/* Asks the callable, with the interpreter's lock. An exception ends the work, and is raised at its end. */
static bool function_call(const function_caller *f, const int32_t *observation, const uint8_t *mask,
                          size_t count, uint32_t *move)
{
    const size_t features = alea_batch_features(f->batch), moves = alea_batch_moves(f->batch);
    char *bytes;
    Py_ssize_t size;
    python_work_set_calling(true);
    PyObject *answer = PyObject_CallFunction(f->callable, "y#y#", (const char *)observation,
                                             (Py_ssize_t)(count * features * sizeof *observation),
                                             (const char *)mask, (Py_ssize_t)(count * moves));
    python_work_set_calling(false);
    if (answer && PyBytes_AsStringAndSize(answer, &bytes, &size) == 0) {
        if ((size_t)size == count * sizeof *move)
            memcpy(move, bytes, count * sizeof *move);
        else
            PyErr_Format(PyExc_ValueError, PYTHON_MOVES, count);
    }
    Py_XDECREF(answer);
    if (!PyErr_Occurred()) return true;
    python_work_keep_exception();
    return false;
}

/* alea_decide: reads the positions as numbers and asks about all of them at once. */
static alea_status function_decide(void *user, const alea_state *state, size_t count, uint32_t *move,
                                   alea_error *error)
{
    const function_caller *f = user;
    const size_t features = alea_batch_features(f->batch), moves = alea_batch_moves(f->batch);
    int32_t *observation = alea__alloc_bare(count * features + 1, sizeof *observation);
    uint8_t *mask = alea__alloc_bare(count * moves + 1, 1);
    bool done = observation && mask;
    if (done) {
        alea_batch_read(f->batch, state, count, observation, mask);
        const PyGILState_STATE gil = PyGILState_Ensure();
        done = function_call(f, observation, mask, count, move);
        PyGILState_Release(gil);
    }
    const bool memory = observation && mask;
    alea__free(observation);
    alea__free(mask);
    if (done) return ALEA_OK;
    return memory ? alea__fail(error, ALEA_E_STOPPED, PYTHON_RAISED) : alea__out_of_memory(error);
}

/* Opens the game, asks in all positions, and writes the table. */
static alea_status function_freeze(const char *spec, const char *name, function_caller *f, const char *path,
                                   alea_error *error)
{
    alea_bot *bot = NULL;
    alea_solve_options options = ALEA_SOLVE_OPTIONS_INIT;
    options.progress = python_work_progress("positions");
    options.threads =
        1; /* the interpreter runs one at a time anyway; so the first position that fails is always the same */
    alea_status status = alea_game_open(spec, &f->game, error);
    if (status == ALEA_OK) status = alea_batch_open(f->game, 1, NULL, &f->batch, error);
    if (status == ALEA_OK) status = alea_bot_from_function(f->game, name, function_decide, f, &bot, error);
    if (status == ALEA_OK) status = alea_bot_freeze(bot, &options, path, error);
    alea_bot_free(bot);
    alea_batch_free(f->batch);
    alea_game_free(f->game);
    return status;
}

PyObject *python_freeze(PyObject *module, PyObject *arguments)
{
    alea_error error;
    function_caller f = {0};
    const char *spec, *name, *path;
    PyObject *progress;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "ssOsO", &spec, &name, &f.callable, &path, &progress) ||
        !python_work_begin(progress))
        return NULL;
    python_work_leave();
    const alea_status status = function_freeze(spec, name, &f, path, &error);
    python_work_return();
    if (!python_work_end(true)) return NULL;
    if (status != ALEA_OK) return python_raise(&error);
    Py_RETURN_NONE;
}
