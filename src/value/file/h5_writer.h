#pragma once
/* Making an HDF5 file: a group or a dataset is a list of messages, as object.h reads them. Datasets are contiguous and not
   compressed: doubles that differ in all their digits hardly compress. There are no times, so that equal tables are equal files.

       alea__h5_writer w = {.draft = draft};
       alea__text root = {0};
       alea__h5_begin(&w);
       alea__h5_add_attribute(&root, "bot", &one_text, "hold(20)");
       alea__h5_add_link(&root, "policy", alea__h5_write_dataset(&w, &array, policy));
       status = alea__h5_end(&w, &root, error); */
#include "base/file.h"
#include "base/text.h"
#include "value/file/array.h"

/* A file that is being written. The draft remembers failures of writing; `failed` is set when memory runs out. */
typedef struct alea__h5_writer {
    alea__draft *draft;
    uint64_t end; /* bytes so far, behind the user block */
    bool failed;
} alea__h5_writer;

/* The user block's bytes and the superblock's stay free until the end. */
void alea__h5_begin(alea__h5_writer *);

/* Adds to the messages of a group. `data` are the elements as this machine has them. */
void alea__h5_add_attribute(alea__text *group, const char *name, const alea__h5_array *, const void *data);
/* A link to the object at this address. */
void alea__h5_add_link(alea__text *group, const char *name, uint64_t address);

/* Write an object, and return its address. A group is freed. */
uint64_t alea__h5_write_group(alea__h5_writer *, alea__text *group);
uint64_t alea__h5_write_dataset(alea__h5_writer *, const alea__h5_array *, const void *data);

/* Writes the root group, which is freed, and the superblock. Afterwards `end` is the size of the file, with the user block.
   ALEA_E_MEMORY: memory ran out on the way. */
alea_status alea__h5_end(alea__h5_writer *, alea__text *root, alea_error *);
