#ifndef DRAGOMAN_CLIBXML2_SHIM_H
#define DRAGOMAN_CLIBXML2_SHIM_H

// A libxml2 that is built with ICU includes ICU's headers, and a program that sees both those and the ICU
// inside Swift's Foundation does not compile. Only a handler's private fields at its end depend on it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
