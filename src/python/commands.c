/* Commands of the program, called with words, whose answer in JSON is returned. Here are the functions that commands call
   (command/host.h). */
#include "base/memory.h"
#include "base/text.h"
#include "command/command.h"
#include "command/outputs.h"
#include "python/messages.h"
#include "python/python.h"

#include <stdio.h>
#include <string.h>

/* Of the command that runs; there is one at a time (work.c). */
static struct {
    alea__text answer;
    int status; /* CMD_DONE: nothing has failed */
    alea_error error;
} running;

/* ---- the host ---- */

static void host_complain(int exit_status, const char *text, const alea_error *error)
{
    if (exit_status == CMD_DONE || running.status != CMD_DONE) return;
    running.status = exit_status;
    running.error = error ? *error : (alea_error){.status = ALEA_E_USAGE};
    if (!error) snprintf(running.error.message, sizeof running.error.message, "%s", text);
}

static void host_misuse(const char *command, const char *text)
{
    (void)command;
    host_complain(CMD_USAGE, text, NULL);
}

static int host_print(const char *text)
{
    alea__text_add_bytes(&running.answer, text, strlen(text));
    return running.answer.failed ? cmd_complain(CMD_FAILED, CMD_NO_MEMORY) : CMD_DONE;
}

static int host_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    alea_error error;
    return python_open_sandbox(options, out, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

static const cmd_host host = {
    .complain = host_complain,
    .misuse = host_misuse,
    .print = host_print,
    .seconds = python_seconds,
    .open_sandbox = host_open_sandbox,
    .begin_work = python_work_progress,
};

/* ---- a call ---- */

static const cmd_table *const commands[] = {&cmd_games,   &cmd_run,     &cmd_merge,  &cmd_tournament,
                                            &cmd_compare, &cmd_replay,  &cmd_eval,   &cmd_best,
                                            &cmd_stats,   &cmd_contest, &cmd_review, &cmd_learn};

static const cmd_table *command_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

/* An argument: a pair of the option's name and None or its value as text. False: an exception is set, or the host has an error. */
static bool call_set_option(const cmd_call *call, PyObject *pair)
{
    const char *name, *value;
    if (!PyArg_ParseTuple(pair, "sz", &name, &value)) return false;
    const cmd_option *o = cmd_find_option(call->command, name, strlen(name));
    if (!o)
        PyErr_Format(PyExc_TypeError, PYTHON_NO_OPTION, call->name, name);
    else if (value && !o->value)
        PyErr_Format(PyExc_TypeError, PYTHON_FLAG, name);
    else if (!value && o->value && o->into.kind != CMD_TAKES_MODE)
        PyErr_Format(PyExc_TypeError, PYTHON_NEEDS_VALUE, name);
    else
        return cmd_set_option(call, o, value);
    return false;
}

static bool call_set_options(const cmd_call *call, PyObject *options)
{
    const Py_ssize_t count = PyList_Size(options);
    const cmd_option *json = cmd_find_option(call->command, "json", strlen("json"));
    if (json && !cmd_set_option(call, json, NULL)) return false;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!call_set_option(call, PyList_GetItem(options, i))) return false;
    return count >= 0;
}

/* The words of a list; they belong to its members. NULL: an exception is set. */
static char **call_words(PyObject *list)
{
    const Py_ssize_t count = PyList_Size(list);
    char **words = count < 0 ? NULL : alea__alloc_array((uint64_t)count + 1, sizeof *words);
    if (count >= 0 && !words) PyErr_NoMemory();
    for (Py_ssize_t i = 0; words && i < count; i++) {
        Py_ssize_t size;
        const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), &size);
        if (text && strlen(text) == (size_t)size) {
            words[i] = (char *)(uintptr_t)text;
            continue;
        }
        if (text) PyErr_SetString(PyExc_ValueError, PYTHON_WORDS);
        alea__free(words);
        words = NULL;
    }
    return words;
}

void python_commands_begin(void)
{
    alea__text_free(&running.answer);
    memset(&running, 0, sizeof running);
    cmd_use_host(&host);
}

PyObject *python_commands_raise(void)
{
    if (running.status == CMD_NO) return python_raise_as("NO", &running.error);
    return python_raise(&running.error);
}

/* The answer, or the exception. A command that says "no" has an answer all the same: a run that was stopped, a proof that does not
   hold. */
static PyObject *call_answer(void)
{
    if (running.answer.data && running.status <= CMD_NO)
        return PyUnicode_FromStringAndSize(running.answer.data, (Py_ssize_t)running.answer.size);
    if (running.status == CMD_DONE) Py_RETURN_NONE;
    return python_commands_raise();
}

PyObject *python_command(PyObject *module, PyObject *arguments)
{
    const char *name;
    PyObject *options, *operands, *progress, *answer = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sO!O!O", &name, &PyList_Type, &options, &PyList_Type, &operands,
                          &progress))
        return NULL;
    const cmd_table *command = command_find(name);
    if (!command) return PyErr_Format(PyExc_ValueError, PYTHON_NO_COMMAND, name);
    if (!python_work_begin(progress)) return NULL;
    char **words = call_words(operands);
    const cmd_call call = {command, name, words ? alea__alloc(command->size) : NULL};
    python_commands_begin();
    if (words && !call.args) PyErr_NoMemory();
    if (call.args && command->defaults) memcpy(call.args, command->defaults, command->size);
    const bool filled = call.args && call_set_options(&call, options) &&
                        cmd_set_operands(&call, words, (unsigned)PyList_Size(operands));
    if (filled) {
        python_work_leave();
        cmd_run_call(&call);
        python_work_return();
    }
    if (!PyErr_Occurred()) answer = call_answer();
    const bool stopped_without_answer = !running.answer.data;
    alea__free(call.args);
    alea__free(words);
    if (!python_work_end(stopped_without_answer)) Py_CLEAR(answer);
    return answer;
}
