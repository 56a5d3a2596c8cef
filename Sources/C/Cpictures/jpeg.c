#include "Cpictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/*
 * The number of scans after which a progressive picture counts as damaged. Each scan of a few bytes costs as much as a
 * whole picture; encoders write about ten.
 */
enum { MAXIMUM_SCANS = 64 };

/* The first size of the output, which is doubled when it is full. */
enum { FIRST_CAPACITY = 1 << 16 };

/* The library reports an error by a call that must not return. */
struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
};

struct recoding {
    struct jpeg_decompress_struct source;
    struct jpeg_compress_struct target;
    struct failure failure;
    struct jpeg_progress_mgr progress;
    struct jpeg_destination_mgr destination;
    uint8_t *row;
    uint8_t *bytes;
    size_t size;
    size_t capacity;
    size_t maximum_length;
    /* The result if the library fails. */
    int status;
};

static void fail(j_common_ptr info) { longjmp(((struct failure *)info->err)->place, 1); }

static void ignore(j_common_ptr info) { (void)info; }

static void count_scans(j_common_ptr info)
{
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > MAXIMUM_SCANS)
        ERREXIT(info, JERR_BAD_PROGRESSION);
}

static void give_up(j_compress_ptr info, int status)
{
    ((struct recoding *)info->client_data)->status = status;
    ERREXIT(info, JERR_FILE_WRITE);
}

/* Fails if the output is full, and has the maximum length already. */
static boolean grow_output(j_compress_ptr info)
{
    struct recoding *work = info->client_data;
    size_t full = work->capacity;
    if (full > work->maximum_length)
        give_up(info, CPICTURES_TOO_LONG);
    size_t capacity = full == 0 ? FIRST_CAPACITY : 2 * full;
    /* The library asks for more as soon as the output is full, even if nothing follows. */
    if (capacity > work->maximum_length)
        capacity = work->maximum_length + 1;
    uint8_t *bytes = realloc(work->bytes, capacity);
    if (bytes == NULL)
        give_up(info, CPICTURES_NO_MEMORY);
    work->bytes = bytes;
    work->capacity = capacity;
    work->destination.next_output_byte = bytes + full;
    work->destination.free_in_buffer = capacity - full;
    return TRUE;
}

static void begin_output(j_compress_ptr info) { grow_output(info); }

static void end_output(j_compress_ptr info)
{
    struct recoding *work = info->client_data;
    work->size = work->capacity - work->destination.free_in_buffer;
}

/* The local variables of a function that calls setjmp are lost after a longjmp, so everything is in `work`. */
static int recode(
    struct recoding *work, const uint8_t *input, size_t length, uint64_t maximum_pixels, uint32_t *width,
    uint32_t *height)
{
    if (setjmp(work->failure.place) != 0)
        return work->status;
    jpeg_create_decompress(&work->source);
    jpeg_create_compress(&work->target);
    work->source.progress = &work->progress;
    jpeg_mem_src(&work->source, input, length);
    jpeg_read_header(&work->source, TRUE);
    *width = work->source.image_width;
    *height = work->source.image_height;
    if ((uint64_t)*width * *height > maximum_pixels)
        return CPICTURES_TOO_LARGE;
    switch (work->source.jpeg_color_space) {
    case JCS_GRAYSCALE:
        work->source.out_color_space = JCS_GRAYSCALE;
        break;
    case JCS_RGB:
    case JCS_YCbCr:
        work->source.out_color_space = JCS_RGB;
        break;
    default:
        return CPICTURES_UNSUPPORTED;
    }
    jpeg_start_decompress(&work->source);
    work->row = malloc((size_t)work->source.output_width * work->source.output_components);
    if (work->row == NULL)
        return CPICTURES_NO_MEMORY;
    /* With `jpeg_mem_dest`, the buffer would be lost after an error. */
    work->destination.init_destination = begin_output;
    work->destination.empty_output_buffer = grow_output;
    work->destination.term_destination = end_output;
    work->target.dest = &work->destination;
    work->target.client_data = work;
    work->target.image_width = work->source.output_width;
    work->target.image_height = work->source.output_height;
    work->target.input_components = work->source.output_components;
    work->target.in_color_space = work->source.out_color_space;
    jpeg_set_defaults(&work->target);
    jpeg_set_quality(&work->target, 90, TRUE);
    jpeg_start_compress(&work->target, TRUE);
    while (work->source.output_scanline < work->source.output_height) {
        JSAMPROW rows[] = {work->row};
        jpeg_read_scanlines(&work->source, rows, 1);
        jpeg_write_scanlines(&work->target, rows, 1);
    }
    jpeg_finish_compress(&work->target);
    return CPICTURES_DONE;
}

int cpictures_recode_jpeg(
    const uint8_t *input, size_t length, uint64_t maximum_pixels, size_t maximum_length, uint32_t *width,
    uint32_t *height, uint8_t **output, size_t *output_length)
{
    struct recoding *work = calloc(1, sizeof *work);
    if (work == NULL)
        return CPICTURES_NO_MEMORY;
    work->source.err = jpeg_std_error(&work->failure.manager);
    work->target.err = work->source.err;
    work->failure.manager.error_exit = fail;
    work->failure.manager.output_message = ignore;
    work->maximum_length = maximum_length;
    work->status = CPICTURES_DAMAGED;
    work->progress.progress_monitor = count_scans;
    int status = recode(work, input, length, maximum_pixels, width, height);
    jpeg_destroy_compress(&work->target);
    jpeg_destroy_decompress(&work->source);
    free(work->row);
    if (status == CPICTURES_DONE) {
        *output = work->bytes;
        *output_length = work->size;
    } else {
        free(work->bytes);
    }
    free(work);
    return status;
}
