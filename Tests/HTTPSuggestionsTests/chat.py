"""A chat service whose behavior is selected by the first part of the path. Prints the port."""

import http.server
import json
import time

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

    def say(self, content):
        """Answers with a message of the model."""
        self.answer(200, {"choices": [{"index": 0, "finish_reason": "stop",
                                       "message": {"role": "assistant", "content": content}}]})

    def translate(self, items):
        self.say(json.dumps({"translations": items}))

    def do_GET(self):
        self.answer(200, seen.get(self.path.rsplit("/", 1)[-1], []))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])).decode())
        way = self.path.split("/", 2)[1]
        calls = seen.setdefault(way, [])
        calls.append({"path": self.path, "key": self.headers.get("Authorization") or "", "body": body})
        texts = json.loads(body["messages"][1]["content"])["texts"]
        good = [{"id": text["id"], "text": "fr " + text["text"]} for text in texts]
        getattr(self, "do_" + way.replace("-", "_"))(texts, good, len(calls))

    def do_good(self, texts, good, call):
        self.translate(good)

    def do_busy(self, texts, good, call):
        if call == 1:
            self.answer(429, {"error": {"message": "Slow down"}}, [("Retry-After", "7")])
        elif call == 2:
            self.answer(500, "<html>Internal error")
        else:
            self.translate(good)

    def do_stalls(self, texts, good, call):
        time.sleep(600)

    def do_half(self, texts, good, call):
        """Answers only every second text, but a single text."""
        self.translate(good[::2])

    def do_never(self, texts, good, call):
        """Never answers the text “two”."""
        self.translate([item for item in good if item["text"] != "fr two"])

    def do_too_much(self, texts, good, call):
        """Answers other texts too, repeats answers, and adds members and words."""
        more = [{"id": 999, "text": "other"}, {"id": -1, "text": "other"}, {"text": "none"}, 7]
        odd = [{"id": str(item["id"]), "text": item["text"], "note": "!"} for item in good]
        self.say("Here you are:\n```json\n" + json.dumps({"translations": more + odd + good}) + "\n```")

    def do_contradicts(self, texts, good, call):
        self.translate(good + [{"id": good[0]["id"], "text": "something else"}])

    def do_prose(self, texts, good, call):
        self.say("Sure, I can translate that for you!")

    def do_refuses(self, texts, good, call):
        """Rejects a request with the text “refuse”, as a filter for contents does."""
        if any(text["text"] == "refuse" for text in texts):
            self.answer(400, {"error": {"message": "Content policy"}})
        else:
            self.translate(good)

    def do_unsupported(self, texts, good, call):
        self.answer(400, {"error": {"message": "response_format is not supported"}})

    def do_forbidden(self, texts, good, call):
        self.answer(401, {"error": {"message": "Incorrect API key provided: secret"}})

    def do_other(self, texts, good, call):
        self.answer(200, {"hello": "world"})

    def do_endless(self, texts, good, call):
        self.answer(200, b" " * (17 << 20))

    def do_lies(self, texts, good, call):
        """Makes a different mistake in each text, named by the text itself."""
        mistakes = {
            "quotes": "« citations »",
            "explains": "Expliquer (this is an explanation)",
            "introduces": "Translation: introduit",
            "lines": "Une ligne\nEt une note.",
            "Lose <x id=\"1\"/>": "Perdu",
            "Invent": "Inventer <x id=\"1\"/>",
            "key": "menu.fermer",
        }
        for text in texts:
            if text["text"].startswith("language"):
                mistakes[text["text"]] = "This sentence is still written in English, although it should be in French. " * 4
        self.translate([{"id": text["id"], "text": mistakes.get(text["text"], "fr " + text["text"])}
                        for text in texts])

    def do_obeys(self, texts, good, call):
        """A model that follows instructions in texts: it answers for other ids as told."""
        self.translate([{"id": 0, "text": "owned"}, {"id": 1, "text": "owned"}, {"id": 2, "text": "owned"},
                        {"id": 77, "text": "owned"}])


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
