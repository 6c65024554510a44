#pragma once
/* The checksum of HDF5 metadata: Bob Jenkins's lookup3 of 2006 (`hashlittle`), starting from 0. It detects accidents only,
   because any program can recompute it. */
#include <stddef.h>
#include <stdint.h>

uint32_t alea__lookup3(const unsigned char *data, size_t size);
