#ifndef CARCHIVE_SHIM_H
#define CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

/* Swift cannot import macros with casts. */
static const unsigned int carchive_regular_file = (unsigned int)AE_IFREG;
static const unsigned int carchive_directory = (unsigned int)AE_IFDIR;

/*
 * libarchive uses the locale's character set for names. With this locale, which is built into glibc, names are
 * UTF-8 on every machine, regardless of the environment. Returns NULL if the system has no such locale.
 */
static inline locale_t carchive_utf8_locale(void)
{
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

#endif
