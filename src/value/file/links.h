#pragma once
/* The links of an HDF5 group: names of the objects in it. */
#include "value/file/object.h"

/* Finds the object of this name in a group; ALEA__H5_NOWHERE if there is none, or if the link is not a hard one, because
   others can lead anywhere, even out of the file. Fails with ALEA_E_FILE if the links are damaged. */
alea_status alea__h5_find_link(const alea__h5 *, const alea__h5_object *group, const char *name,
                               uint64_t *address);
