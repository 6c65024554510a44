#include "value/hdf5/hdf5.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "value/messages.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/* ---- a driver over alea__places ---- */

/* libhdf5's own driver locks files, which some file systems cannot, opens them by name once more after they
   were checked, and does not let go of a file when the disk is full. */
typedef struct lead {
    H5FD_t base;
    alea__places *places;
    haddr_t end; /* of what libhdf5 has given out, "end of allocation" */
} lead;

static H5FD_t *hdf5_open_places(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    (void)name, (void)flags, (void)most;
    alea__places *const *places = H5Pget_driver_info(access);
    lead *file = places ? alea__alloc(sizeof *file) : NULL;
    if (!file) return NULL;
    file->places = *places;
    file->places->size = 0;
    return &file->base;
}

static herr_t hdf5_close_places(H5FD_t *file)
{
    alea__free(file);
    return 0;
}

static haddr_t hdf5_get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const lead *)file)->end;
}

static herr_t hdf5_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((lead *)file)->end = end;
    return 0;
}

static haddr_t hdf5_get_eof(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const lead *)file)->places->size;
}

/* Past the end there are zeros, as with libhdf5's own driver, and so there are where reading fails. */
static herr_t hdf5_read_places(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                               void *out)
{
    (void)type, (void)transfer;
    alea__places *places = ((lead *)file)->places;
    size_t there = at >= places->size ? 0 : places->size - at < size ? (size_t)(places->size - at) : size;
    memset((char *)out + there, 0, size - there);
    if (there > 0 && !places->get(places->from, at, out, there)) memset(out, 0, there);
    return 0;
}

static herr_t hdf5_write_places(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                                const void *bytes)
{
    (void)type, (void)transfer;
    alea__places *places = ((lead *)file)->places;
    places->put(places->from, at, bytes, size);
    if (at + size > places->size) places->size = at + size;
    return 0;
}

/* The file must reach as far as libhdf5 says that it does. */
static herr_t hdf5_reach_end(H5FD_t *file, hid_t transfer, hbool_t closing)
{
    (void)transfer, (void)closing;
    lead *it = (lead *)file;
    if (it->places->size >= it->end) return 0;
    return hdf5_write_places(file, H5FD_MEM_DEFAULT, transfer, it->end - 1, 1, "");
}

static const H5FD_class_t driver = {
    .name = "alea",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(alea__places *),
    .open = hdf5_open_places,
    .close = hdf5_close_places,
    .get_eoa = hdf5_get_eoa,
    .set_eoa = hdf5_set_eoa,
    .get_eof = hdf5_get_eof,
    .read = hdf5_read_places,
    .write = hdf5_write_places,
    .truncate = hdf5_reach_end,
    .fl_map = H5FD_FLMAP_SINGLE,
};

/* ---- one at a time, and quietly ---- */

/* libhdf5 may have been built without thread safety, and its settings are global to the process, so they are restored. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct silence {
    H5E_auto2_t print;
    void *print_to;
    unsigned plugins;
} silence;

static bool hdf5_fall_silent(silence *before)
{
    pthread_mutex_lock(&lock);
    if (H5open() >= 0 && H5Eget_auto2(H5E_DEFAULT, &before->print, &before->print_to) >= 0 &&
        H5PLget_loading_state(&before->plugins) >= 0) {
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
        H5PLset_loading_state(0);
        return true;
    }
    pthread_mutex_unlock(&lock);
    return false;
}

static void hdf5_speak_again(const silence *before)
{
    H5Eclear2(H5E_DEFAULT);
    H5PLset_loading_state(before->plugins);
    H5Eset_auto2(H5E_DEFAULT, before->print, before->print_to);
    pthread_mutex_unlock(&lock);
}

/* ---- opening ---- */

/* Through the driver, and in the format of version 1.8, whose metadata have checksums. alea's reader (value/file)
   knows the structures of this version and no others. */
static bool hdf5_set_access(hid_t access, hid_t id, alea__places *places)
{
    return H5Pset_driver(access, id, &places) >= 0 && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
           H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0;
}

enum {
    ALL_ATTRIBUTES = 64, /* kept in the object itself, which is simpler than the other ways */
    LINKS_AS_EVER = 8,   /* what libhdf5 keeps there by default */
    FEWEST_LINKS_AS_EVER = 6
};

/* Without times: the same table gives the same bytes. All links are kept in the object itself, too; up to
   LINKS_AS_EVER nothing of that is written, and files are as those of version 0.1. */
static bool hdf5_set_creation(hid_t creation, unsigned links)
{
    const unsigned most = links > LINKS_AS_EVER ? links : LINKS_AS_EVER;
    return H5Pset_userblock(creation, ALEA__USER_BLOCK) >= 0 && H5Pset_obj_track_times(creation, 0) >= 0 &&
           H5Pset_attr_phase_change(creation, ALL_ATTRIBUTES, ALL_ATTRIBUTES) >= 0 &&
           H5Pset_link_phase_change(creation, most, FEWEST_LINKS_AS_EVER) >= 0;
}

static hid_t hdf5_create_file(hid_t access, unsigned links)
{
    hid_t file = -1, creation = H5Pcreate(H5P_FILE_CREATE);
    if (creation >= 0 && hdf5_set_creation(creation, links))
        file = H5Fcreate("table", H5F_ACC_TRUNC, creation, access);
    H5Pclose(creation);
    return file;
}

/* Makes the file, does the work in it and closes it. */
static alea_status hdf5_work_in(hid_t access, const alea__hdf5_job *job, alea_error *error)
{
    hid_t file = hdf5_create_file(access, job->links);
    if (file < 0) return alea__fail(error, ALEA_E_MEMORY, VALUE_HDF5_NO_CREATE);
    alea_status status = job->work(file, job->user, error);
    if (H5Fclose(file) < 0 && status == ALEA_OK)
        status = alea__fail(error, ALEA_E_MEMORY, VALUE_HDF5_NO_CLOSE);
    return status;
}

/* Registers the driver for as long as the work takes. */
static alea_status hdf5_with_driver(alea__places *places, const alea__hdf5_job *job, alea_error *error)
{
    alea_status status;
    hid_t id = H5FDregister(&driver), access = H5Pcreate(H5P_FILE_ACCESS);
    if (id >= 0 && access >= 0 && hdf5_set_access(access, id, places))
        status = hdf5_work_in(access, job, error);
    else
        status = alea__out_of_memory(error);
    H5Pclose(access);
    H5FDunregister(id);
    return status;
}

alea_status alea__hdf5_create(alea__places *places, const alea__hdf5_job *job, alea_error *error)
{
    silence before;
    ALEA_ASSERT(places->get && places->put);
    if (!hdf5_fall_silent(&before)) return alea__fail(error, ALEA_E_MEMORY, VALUE_HDF5_NO_START);
    alea_status status = hdf5_with_driver(places, job, error);
    hdf5_speak_again(&before);
    return status;
}
