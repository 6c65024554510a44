#pragma once
/* Messages of a minimal build (ALEA_MINIMAL), which lacks the rooms that need large libraries. For each of these, a file of
   this room defines the functions that other code calls. No other file depends on minimal builds. Sentences in lower case
   follow the name of a file. */

#define MINIMAL_NO_JOURNAL "This build of alea cannot keep a journal: it was made without SQLite."
#define MINIMAL_NO_DATABASE \
    "This build of alea cannot keep contests in a database: it was made without SQLite."
#define MINIMAL_NO_NOTEBOOK "This build of alea cannot keep a notebook: it was made without SQLite."
#define MINIMAL_NO_PICTURES "This build of alea cannot draw pictures: it was made without cairo."
#define MINIMAL_NO_ZIP      "this build of alea cannot write zip archives: it was made without libzip"
#define MINIMAL_NO_UNZIP                                                                                     \
    "This build of alea cannot read zip archives: it was made without libzip. Unpack the archive, and give " \
    "the folder."
#define MINIMAL_NO_YAML                                                                                \
    "this build of alea cannot read YAML: it was made without libyaml. Delete the file, and tell who " \
    "handed in "                                                                                       \
    "what with --submissions FILE.csv."
#define MINIMAL_NO_WASM   "this build of alea cannot run WebAssembly or Python: it was made without wasmtime."
#define MINIMAL_NO_PYTHON "This build of alea cannot run Python: it was made without wasmtime."
#define MINIMAL_NO_ARENA  "This build of alea cannot play blocks in a sandbox: it was made without wasmtime."
