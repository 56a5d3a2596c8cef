#ifndef DRAGOMAN_CLIBXML2_SHIM_H
#define DRAGOMAN_CLIBXML2_SHIM_H

// A libxml2 built with ICU includes ICU's headers. A program that sees both those and the ICU
// inside Swift's Foundation does not compile. Only private fields at the end of a handler depend on
// ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
