"""A loopback proxy that delays the answers to forms."""

import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

HOP_BY_HOP = {"transfer-encoding", "content-length", "connection", "keep-alive"}


def proxy(address, seconds):
    """Starts a proxy for a server and returns its address; it ends with the process."""
    upstream = urlsplit(address).netloc

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def pass_on(self):
            length = int(self.headers.get("Content-Length", 0))
            contents = self.rfile.read(length) if length else None
            connection = http.client.HTTPConnection(upstream)
            connection.request(self.command, self.path, contents, dict(self.headers.items()))
            answer = connection.getresponse()
            if self.command == "POST":
                time.sleep(seconds)
            is_stream = "event-stream" in (answer.getheader("Content-Type") or "")
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            if is_stream:
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                while part := answer.read1(65536):
                    self.wfile.write(part)
                    self.wfile.flush()
            else:
                contents = answer.read()
                self.send_header("Content-Length", str(len(contents)))
                self.end_headers()
                self.wfile.write(contents)
            connection.close()

        do_GET = do_POST = pass_on

        def handle(self):
            # Browsers may disconnect at any time.
            try:
                super().handle()
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
