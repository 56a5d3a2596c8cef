#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/* Swift cannot import inflateInit and deflateInit, because they are macros. */
static inline int czlib_inflate_init(z_stream *stream)
{
    return inflateInit(stream);
}

static inline int czlib_deflate_init(z_stream *stream, int level)
{
    return deflateInit(stream, level);
}

/* 15 window bits; adding 16 selects a gzip header instead of zlib's own header. */
static inline int czlib_deflate_init_gzip(z_stream *stream, int level)
{
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
