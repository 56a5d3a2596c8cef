#ifndef CARCHIVE_SHIM_H
#define CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

/* Macros with casts are invisible to Swift. */
static const unsigned int carchive_regular_file = (unsigned int)AE_IFREG;
static const unsigned int carchive_directory = (unsigned int)AE_IFDIR;

/*
 * libarchive takes the charset of names from the locale. With this one, which glibc has built in, names are
 * UTF-8 on every machine, whatever its environment says. Null where the system has no such locale.
 */
static inline locale_t carchive_utf8_locale(void)
{
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

#endif
