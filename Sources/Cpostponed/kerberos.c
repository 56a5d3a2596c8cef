/*
 * libgit2 asks Kerberos for a ticket when a server of HTTP wants one, which few do. With Kerberos come seven shared libraries, whose
 * loading takes as long as a twentieth of a command that talks to nobody.
 *
 * The functions below have the names of those that libgit2 calls. Each finds its namesake in Kerberos's library, which is opened with
 * the first. Where there is none, they answer that the operation is not available, and libgit2 refuses the server.
 *
 * The functions are those of RFC 2744; what they take is handed on as it is.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/* GSS_S_UNAVAILABLE, https://www.rfc-editor.org/rfc/rfc2744#section-3.9.1 */
static const uint32_t unavailable = 16u << 16;

static void *function(const char *name)
{
    /* Opened twice, it is the same: threads may come here together. */
    void *library = dlopen("libgssapi_krb5.so.2", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

#define HAND_ON(name, parameters, arguments) \
    uint32_t name parameters; \
    uint32_t name parameters \
    { \
        typedef uint32_t call parameters; \
        call *original = (call *)function(#name); \
        *minor = 0; \
        return original ? original arguments : unavailable; \
    }

HAND_ON(gss_import_name,
    (uint32_t *minor, void *buffer, const void *type, void **name),
    (minor, buffer, type, name))
HAND_ON(gss_init_sec_context,
    (uint32_t *minor, void *credential, void **context, void *target, const void *mechanism,
        uint32_t wanted, uint32_t seconds, void *bindings, void *input, const void **actual,
        void *output, uint32_t *given, uint32_t *valid),
    (minor, credential, context, target, mechanism, wanted, seconds, bindings, input, actual,
        output, given, valid))
HAND_ON(gss_delete_sec_context,
    (uint32_t *minor, void **context, void *output), (minor, context, output))
HAND_ON(gss_display_status,
    (uint32_t *minor, uint32_t status, int kind, const void *mechanism, uint32_t *next,
        void *text),
    (minor, status, kind, mechanism, next, text))
HAND_ON(gss_indicate_mechs, (uint32_t *minor, void **mechanisms), (minor, mechanisms))
HAND_ON(gss_release_buffer, (uint32_t *minor, void *buffer), (minor, buffer))
HAND_ON(gss_release_name, (uint32_t *minor, void **name), (minor, name))
HAND_ON(gss_release_oid_set, (uint32_t *minor, void **set), (minor, set))

/* The kind of names of services, 1.2.840.113554.1.2.1.4: https://www.rfc-editor.org/rfc/rfc2743#section-4.1 */
static char service_name[] = "\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x04";
static struct {
    uint32_t length;
    void *elements;
} service = {sizeof service_name - 1, service_name};
void *GSS_C_NT_HOSTBASED_SERVICE = &service;
