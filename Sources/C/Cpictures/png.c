#include "Cpictures.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

int cpictures_recode_png(
    const uint8_t *input, size_t length, uint64_t maximum_pixels, size_t maximum_length, uint32_t *width,
    uint32_t *height, uint8_t **output, size_t *output_length)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, input, length))
        return CPICTURES_DAMAGED;
    *width = image.width;
    *height = image.height;
    if ((uint64_t)image.width * image.height > maximum_pixels) {
        png_image_free(&image);
        return CPICTURES_TOO_LARGE;
    }
    /* Channels of eight bits in sRGB, or a palette, without which the file would be three times as large. */
    image.format &= PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLORMAP;
    uint8_t palette[256 * 4];
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    if (pixels == NULL) {
        png_image_free(&image);
        return CPICTURES_NO_MEMORY;
    }
    int status = CPICTURES_DAMAGED;
    if (png_image_finish_read(&image, NULL, pixels, 0, palette)) {
        png_alloc_size_t capacity = PNG_IMAGE_PNG_SIZE_MAX(image);
        if (capacity > maximum_length)
            capacity = maximum_length;
        png_alloc_size_t size = capacity;
        uint8_t *bytes = malloc(capacity);
        if (bytes == NULL) {
            status = CPICTURES_NO_MEMORY;
        } else if (png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, palette)) {
            uint8_t *shorter = realloc(bytes, size);
            *output = shorter == NULL ? bytes : shorter;
            *output_length = size;
            status = CPICTURES_DONE;
        } else {
            if (size > capacity)
                status = CPICTURES_TOO_LONG;
            free(bytes);
        }
    }
    png_image_free(&image);
    free(pixels);
    return status;
}
