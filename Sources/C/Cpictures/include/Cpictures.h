#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>

/* The results of a function. */
enum cpictures_status {
    CPICTURES_DONE = 0,
    CPICTURES_DAMAGED = 1,
    CPICTURES_TOO_LARGE = 2,
    CPICTURES_NO_MEMORY = 3,
    CPICTURES_UNSUPPORTED = 4,
    CPICTURES_TOO_LONG = 5
};

/*
 * Decodes a picture and encodes its pixels again, without anything else in the file. A picture with more pixels than
 * `maximum_pixels` is not decoded, and the output has at most `maximum_length` bytes. The size is set as soon as the
 * header has been read. The caller frees `*output`.
 */
int cpictures_recode_png(
    const uint8_t *input, size_t length, uint64_t maximum_pixels, size_t maximum_length, uint32_t *width,
    uint32_t *height, uint8_t **output, size_t *output_length);
int cpictures_recode_jpeg(
    const uint8_t *input, size_t length, uint64_t maximum_pixels, size_t maximum_length, uint32_t *width,
    uint32_t *height, uint8_t **output, size_t *output_length);

#endif
