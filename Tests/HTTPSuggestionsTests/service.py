"""Translation services whose behavior is selected by the first part of the path. Prints the port."""

import http.server
import json
import urllib.parse

seen = {}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores errors, because clients that disconnect are part of the tests."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def answer(self, status, body, headers=()):
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = urllib.parse.urlsplit(self.path)
        way, rest = path.path.split("/", 2)[1:]
        if way == "calls":
            return self.answer(200, seen.get(rest, []))
        calls = seen.setdefault(way, [])
        calls.append({"path": rest + ("?" + path.query if path.query else ""), "body": body,
                      "key": self.headers.get("Authorization") or ""})
        if rest in ("languages", "listPairs", "v2/languages"):
            if way == "other":
                return self.answer(200, {"hello": "world"})
            return self.answer(200, self.languages(rest, path.query))
        tries = sum(1 for call in calls if call["path"] == rest)
        if way == "busy" and tries < 4:
            return self.answer(503 if tries == 3 else 429, {"error": "Slow down"}, [("Retry-After", "7")] if tries == 1 else [
                ("Retry-After", "Wed, 21 Oct 2015 07:29:00 GMT"), ("Date", "Wed, 21 Oct 2015 07:28:00 GMT")] if tries == 2 else [])
        if way == "always-busy":
            return self.answer(429, {"error": "Slow down"})
        if way == "for-hours":
            return self.answer(429, {"error": "Slow down"}, [("Retry-After", "86400")])
        if way == "quota":
            return self.answer(456, {"message": "Quota Exceeded"})
        if way == "forbidden":
            return self.answer(403, {"error": "Invalid API key: secret\x1b[31m"})
        if way == "fails":
            return self.answer(500, "<html>oops")
        if way == "garbage":
            return self.answer(200, "<html>oops")
        if way == "short":
            return self.answer(200, {"translatedText": []})
        if way == "elsewhere":
            return self.answer(302, "", [("Location", "http://127.0.0.2:1/translate")])
        if way == "large":
            return self.answer(200, b"[" + b" " * (17 << 20) + b"]")
        if way == "breaks":
            self.close_connection = True
            self.send_response_only(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            return self.wfile.write(b'{"translatedText":')
        texts = self.texts(rest, body)
        if any("refuse" in text for text in texts):
            return self.answer(400, {"error": "One of the texts is refused"})
        translations = [self.translation(text) for text in texts]
        if rest == "v2/translate":
            self.answer(200, {"translations": [{"detected_source_language": "EN", "text": text} for text in translations]})
        elif "langpair" in body:
            self.answer(200, {"responseData": {"translatedText": translations[0]}, "responseStatus": 200})
        else:
            self.answer(200, {"translatedText": translations})

    def languages(self, path, query):
        if path == "languages":
            return [{"code": "en", "name": "English", "targets": ["en", "es", "zt"]}, {"code": "es", "name": "Spanish", "targets": ["en"]}]
        if path == "listPairs":
            return {"responseData": [{"sourceLanguage": "eng", "targetLanguage": "spa"}, {"sourceLanguage": "eng", "targetLanguage": "cat_valencia"}], "responseStatus": 200}
        codes = ["EN", "PT"] if query == "type=source" else ["EN-GB", "EN-US", "PT-BR", "PT-PT", "ES"]
        return [{"language": code, "name": code} for code in codes]

    def texts(self, path, body):
        if path == "v2/translate":
            return json.loads(body)["text"]
        if "langpair" in body:
            return urllib.parse.parse_qs(body)["q"]
        return json.loads(body)["q"]

    def translation(self, text):
        """Answers like a service that parses and writes HTML: other quotation marks, an end tag, entities."""
        return "¡" + text.replace("'", "&#x27;").replace('id="', "id='").replace('"/>', "'></x>") + "!"

    do_GET = do
    do_POST = do


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
