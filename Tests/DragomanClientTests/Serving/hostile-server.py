"""A loopback server whose behavior is selected by the path: `/MODE/en/default.json`. The first argument is its port.

`/files/PATH` is the file at PATH in the directory given as the second argument. If PATH.mode exists, it contains another MODE.
"""

import gzip
import hashlib
import http.server
import os.path
import sys
import time

TEXTS = b'{"a":"served"}'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        mode = self.path.split("/")[1]
        getattr(self, "mode_" + mode.replace("-", "_"))()

    def mode_good(self):
        if self.headers.get("If-None-Match") == '"1"':
            self.answer(304, ETag='"1"')
        else:
            self.answer(200, TEXTS, ETag='"1"', Content_Type="application/json")

    def mode_files(self):
        path = os.path.join(sys.argv[2], self.path.removeprefix("/files/"))
        if os.path.exists(path + ".mode"):
            with open(path + ".mode") as file:
                return getattr(self, "mode_" + file.read().replace("-", "_"))()
        try:
            with open(path, "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404)
        tag = '"' + hashlib.sha256(body).hexdigest() + '"'
        if self.headers.get("If-None-Match") == tag:
            self.answer(304, ETag=tag)
        else:
            self.answer(200, body, ETag=tag)

    def mode_cart(self):
        body = b'{"title":"Fetched cart","items_one":"{{count}} thing","items_other":"{{count}} things"}'
        self.answer(200, body, Content_Type="application/json")

    def mode_switch(self):
        # `/switch/MODE` sets the behavior of `/current`.
        self.server.current = self.path.split("/")[2]
        self.answer(200)

    def mode_current(self):
        getattr(self, "mode_" + self.server.current)()

    def mode_stall(self):
        time.sleep(30)

    def mode_trickle(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        for _ in range(300):
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.1)

    def mode_break(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(TEXTS[:7])
        self.wfile.flush()
        self.close_connection = True
        self.connection.close()

    def mode_cut(self):
        # As many bytes of a file as a client accepts, and then nothing.
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.wfile.write(TEXTS[:7])
        self.wfile.flush()
        self.close_connection = True
        self.connection.close()

    def mode_absent(self):
        self.answer(404)

    def mode_same_tag(self):
        # Another text with the same entity tag, whatever the request.
        self.answer(200, b'{"a":"other"}', ETag='"1"')

    def mode_not_modified(self):
        self.answer(304, ETag='"2"')

    def mode_gzip(self):
        self.answer(200, gzip.compress(TEXTS), Content_Encoding="gzip")

    def mode_bomb(self):
        self.answer(200, gzip.compress(b" " * (64 << 20)), Content_Encoding="gzip")

    def mode_huge(self):
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(4096):
                self.wfile.write(b" " * (64 << 10))
        except OSError:
            pass
        self.close_connection = True

    def mode_endless(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            while True:
                self.wfile.write(piece * 16)
        except OSError:
            pass
        self.close_connection = True

    def mode_announced(self):
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 40))
        self.end_headers()
        time.sleep(30)

    def mode_portal(self):
        # A page instead of every file, with a meaningless type.
        self.answer(200, b"<html>Sign in</html>", Content_Type="application/octet-stream")

    def mode_problem(self):
        body = b'{"error":"Sign in first","status":401,"url":"http://portal.example/"}'
        self.answer(200, body, Content_Type="application/json")

    def mode_older(self):
        # Texts of an older release, without most keys of the app.
        self.answer(200, b'{"title":"Old cart"}', Content_Type="application/json")

    def mode_error(self):
        self.answer(500, TEXTS)

    def mode_hostile(self):
        self.answer(200, b'{"a":' * 100000)

    def mode_page(self):
        self.answer(200, b"<html>Sign in</html>", Content_Type="text/html")

    def mode_elsewhere(self):
        # The same machine under another name counts as another server.
        port = self.server.server_address[1]
        self.answer(302, Location=f"http://localhost:{port}/good/en/default.json")

    def mode_here(self):
        self.answer(302, Location="/good/en/default.json")

    def mode_circle(self):
        self.answer(302, Location=self.path)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
server.daemon_threads = True
print("listening", flush=True)
server.serve_forever()
