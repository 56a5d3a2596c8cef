#ifndef DRAGOMAN_CLIBXML2_SHIM_H
#define DRAGOMAN_CLIBXML2_SHIM_H

// If libxml2 was built with ICU, its headers include ICU's headers. A program that imports both
// those headers and the ICU in Swift's Foundation does not compile. Only private fields at the end
// of a handler depend on ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
