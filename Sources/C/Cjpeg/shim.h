#ifndef CJPEG_SHIM_H
#define CJPEG_SHIM_H

#include <stdio.h>

#include <jpeglib.h>

#endif
