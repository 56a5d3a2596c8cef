/* The functions of GSS-API (RFC 2744) that libgit2 refers to, without Kerberos.
 *
 * libgit2 calls them only to authenticate to HTTP servers, and Dragoman leaves all transfers to the program git. Debian has
 * no static library of Kerberos, so that without these the programs would run only where its shared library is installed.
 */
#include <stddef.h>

/* GSS_S_UNAVAILABLE: section 3.9.1 of the RFC. */
static const unsigned int unavailable = 16u << 16;

const void *const GSS_C_NT_HOSTBASED_SERVICE = NULL;

unsigned int gss_delete_sec_context(void) { return unavailable; }
unsigned int gss_display_status(void) { return unavailable; }
unsigned int gss_import_name(void) { return unavailable; }
unsigned int gss_indicate_mechs(void) { return unavailable; }
unsigned int gss_init_sec_context(void) { return unavailable; }
unsigned int gss_release_buffer(void) { return unavailable; }
unsigned int gss_release_name(void) { return unavailable; }
unsigned int gss_release_oid_set(void) { return unavailable; }
