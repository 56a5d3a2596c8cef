"""A proposal server whose behavior is selected by the first part of the path. Prints its port."""

import gzip
import http.server
import json
import socket
import time

seen = {}
ROW = {"id": 7, "application_id": 1, "key": "ok", "section": "default", "locale": "de", "value": "Gut", "can_delete": True}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores errors, because clients that disconnect are part of the tests."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def answer(self, status, body, headers=(), length=None):
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def problem(self, status, name, message, headers=()):
        self.answer(status, {"class": name, "code": str(status), "errors": [message], "message": message}, headers)

    def do(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size).decode()
        way = self.path.split("/")[1]
        if way == "calls":
            return self.answer(200, seen.get(self.path.split("/")[2], []))
        seen.setdefault(way, []).append({"method": self.command, "path": self.path, "body": body,
                                         "headers": {name.lower(): value for name, value in self.headers.items()}})
        good = {"data": ROW} if self.command == "POST" else {"data": [ROW]}
        if way == "good":
            return self.answer(201 if self.command == "POST" else 200, good)
        if way == "silent" or (way == "accepts" and self.command == "POST"):
            return time.sleep(20)
        if way == "accepts":
            return self.answer(200, good)
        if way == "drips":
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            for _ in range(2000):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.01)
            return
        if way == "breaks":
            self.answer(200, json.dumps(good)[:20], length=5000)
            return self.hang_up()
        if way == "hangsup":
            return self.hang_up()
        if way == "500":
            return self.problem(500, "Defect", "Broken.")
        if way == "503":
            return self.problem(503, "Busy", "Wait.", [("Retry-After", "7")])
        if way == "429":
            return self.problem(429, "TooMany", "Wait.", [("Retry-After", "3600")])
        if way in ("401", "403", "404", "413", "422"):
            return self.problem(int(way), "Whatever", "No.")
        if way == "guid":
            return self.problem(401, "InvalidGuid", "Invalid guid")
        if way in ("Duplicate", "Unchanged", "AlreadyDecided"):
            return self.problem(412, way, "No.")
        if way == "fields":
            return self.answer(412, {"class": "Usage", "errors": ["a", "b"], "message": "Several."})
        if way == "proxy":
            return self.answer(403, "<html>No.</html>")
        if way == "portal":
            return self.answer(200, "<html>Log in.</html>")
        if way == "445":
            return self.problem(445, "Odd", "Odd.")
        if way == "away":
            return self.answer(307, "", [("Location", "http://127.0.0.2:9/")])
        if way == "around":
            return self.answer(302, "", [("Location", "/around/" + str(len(seen[way])))])
        if way == "huge":
            self.send_response(200)
            self.end_headers()
            self.close_connection = True
            for _ in range(4000):
                self.wfile.write(b" " * 65536)
            return
        if way == "bomb":
            return self.answer(200, gzip.compress(b" " * (64 << 20)), [("Content-Encoding", "gzip")])
        if way == "gzip":
            return self.answer(200, gzip.compress(json.dumps(good).encode()), [("Content-Encoding", "gzip")])
        if way == "deep":
            return self.answer(200, "[" * 200000)
        if way == "another":
            return self.answer(200, {"data": dict(ROW, key="other")})
        if way == "long":
            return self.answer(200, {"data": dict(ROW, value="x" * 100000)})
        if way == "types":
            return self.answer(200, {"data": dict(ROW, id="7")})
        if way == "deletable":
            return self.answer(200, {"data": dict(ROW, can_delete="1")})
        if way == "twice":
            return self.answer(200, '{"data":' + json.dumps(ROW) + ',"data":1}')
        if way == "bytes":
            return self.answer(200, b'{"data":"\xff\xfe"}')
        if way == "empty":
            return self.answer(200, "")
        if way == "list":
            return self.answer(200, {"data": {}})
        self.answer(404, "")

    do_GET = do_POST = do_DELETE = do


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
