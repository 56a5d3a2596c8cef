# Varnish 7.0 or newer in front of a Dragoman server: caches the bundles of public projects, and keeps
# serving them while the server is down. docs/server/bundles.md explains it.
vcl 4.1;

import std;

backend dragoman {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    # The first request for a large release waits until its bundle is made.
    .first_byte_timeout = 60s;
    .probe = {
        .url = "/health/live";
        .interval = 2s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# The addresses that may remove files from the cache.
acl operators {
    "localhost";
}

sub vcl_recv {
    if (req.url !~ "^/projects/[^/]+/bundles/") {
        return (pass);
    }
    # A query changes no bundle, but would make another entry in the cache.
    set req.url = regsub(req.url, "\?.*$", "");
    if (req.method == "PURGE") {
        if (client.ip !~ operators) {
            return (synth(405));
        }
        return (purge);
    }
    # An expired file is only served while the server is down, or after a failed attempt to load it again.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 1d;
    }
    # The built-in code passes requests with Authorization or Cookie to the server, and caches none of
    # their responses.
}

sub vcl_backend_response {
    # An error must not replace an expired file, which a delivered response would do.
    if (beresp.status >= 500) {
        return (error(beresp.status, beresp.reason));
    }
    if (beresp.http.Cache-Control ~ "stale-if-error" || beresp.http.Cache-Control ~ "immutable") {
        set beresp.grace = 1d;
    }
    # The built-in code caches no response that is private or no-store.
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && req.method ~ "^(GET|HEAD)$") {
        return (restart);
    }
}
