import Foundation
import Suggestions
import Testing
import Texts

/// Engines that are other programs, correct ones and faulty ones.
@Suite struct CommandEngineTests {
    typealias Request = TranslationSession.Request

    /// Returns an engine as a Python program with `requests()`, and `say(answer)`.
    private func engine(
        _ body: String, sendsContext: Bool = false, silenceLimit: Duration = .seconds(300),
        window: Int = 16
    ) -> CommandEngine {
        let start = """
            import json, os, sys, time
            def requests():
                for line in sys.stdin: yield json.loads(line)
            def say(id, **answer):
                print(json.dumps({"id": id, **answer}), flush=True)

            """
        return CommandEngine(
            name: "test", command: ["python3", "-c", start + body], sendsContext: sendsContext,
            silenceLimit: silenceLimit, window: window)
    }

    private func requests(_ count: Int) -> [Request] {
        (0..<count).map { Request(sourceText: "text \($0)", clientIdentifier: "\($0)") }
    }

    @Test func aCommandTranslates() async throws {
        let engine = engine(
            """
            for r in requests(): say(r["id"], text=r["source"] + ">" + r["target"] + " " + r["text"])
            """)
        let session = try TranslationSession(engine, "en", "fr-CA")
        #expect(try await session.translate("Hello {name}").targetText == "en>fr-CA Hello {name}")
        let responses = try await session.translations(from: requests(100))
        #expect(responses.map(\.clientIdentifier) == (0..<100).map { "\($0)" })
    }

    @Test func answersMayComeInAnyOrder() async throws {
        let engine = engine(
            """
            waiting = []
            for r in requests():
                waiting.append(r)
                if len(waiting) == 4:
                    for r in reversed(waiting): say(r["id"], text=r["text"].upper())
                    waiting = []
            """, window: 4)
        let session = try TranslationSession(engine, "en", "fr")
        var order: [String?] = []
        for try await response in session.translate(batch: requests(4)) {
            order.append(response.clientIdentifier)
        }
        #expect(order == ["3", "2", "1", "0"])
        let list = try await session.translations(from: requests(4))
        #expect(list.map(\.targetText) == (0..<4).map { "TEXT \($0)" })
    }

    /// With the first response, the program reports the requests that it has received.
    @Test func theFirstResponseComesBeforeTheLastRequestIsSent() async throws {
        let engine = engine(
            """
            seen = 0
            for r in requests():
                seen += 1
                say(r["id"], text=f"seen {seen}")
            """, window: 1)
        let session = try TranslationSession(engine, "en", "fr")
        let responses = try await session.translations(from: requests(3))
        #expect(responses.map(\.targetText) == ["seen 1", "seen 2", "seen 3"])
    }

    @Test func aRefusedTextIsDropped() async throws {
        let engine = engine(
            """
            for r in requests():
                if r["id"] == 1: say(1, error="too odd")
                else: say(r["id"], text="x")
            """)
        let session = try TranslationSession(engine, "en", "fr")
        #expect(
            try await session.translations(from: requests(3)).map(\.clientIdentifier) == ["0", "2"])
        #expect(session.dropped.map { TranslationError.refused ~= $0.error } == [true])
        #expect(session.dropped.first?.error.reason.contains("too odd") == true)
        #expect(session.brokenCount == 0)
    }

    private func request() -> Request {
        var context = TranslationContext(comment: "On a button.", meaning: "verb")
        context.key = "close"
        return Request(sourceText: "{Close} %d", context: context)
    }

    @Test func aCommandGetsWhatItAlwaysGot() async throws {
        let session = try TranslationSession(
            engine(
                """
                for r in requests():
                    assert sorted(r) == ["comment", "context", "id", "source", "target", "text"], r
                    assert r["comment"] == "On a button." and r["context"] == "verb", r
                    say(r["id"], text=r["text"])
                """), "en", "fr")
        #expect(try await session.translations(from: [request()]).count == 1)
    }

    @Test func aCommandGetsTheWholeContextIfItWantsTo() async throws {
        let session = try TranslationSession(
            engine(
                """
                for r in requests():
                    assert sorted(r) == ["context", "id", "source", "strategy", "target", "text"], r
                    assert r["strategy"] == "lowLatency", r
                    assert r["context"] == {"key": "close", "meaning": "verb", "comment": "On a button.",
                        "placeholders": {"1": "{Close}", "2": "%d"}}, r
                    say(r["id"], text=r["text"])
                """, sendsContext: true), "en", "fr", strategy: .lowLatency)
        #expect(try await session.translations(from: [request()]).count == 1)
    }

    @Test func aCommandCanStopTheRun() async throws {
        let engine = engine(
            """
            for r in requests():
                if r["id"] == 2: say(2, stop="That is enough.")
                else: say(r["id"], text="x")
            """)
        let session = try TranslationSession(engine, "en", "fr")
        var received = 0
        let error = try await translationError {
            for try await _ in session.translate(batch: requests(5)) { received += 1 }
        }
        #expect(TranslationError.budgetSpent ~= error && error.reason == "That is enough.")
        #expect(received == 2 && session.dropped.isEmpty)
    }

    @Test func emptyLinesKeepACommandAlive() async throws {
        let engine = engine(
            """
            for r in requests():
                print("\\n", flush=True)
                say(r["id"], text="x")
            """)
        #expect(
            try await TranslationSession(engine, "en", "fr").translations(from: requests(2)).count
                == 2)
    }

    @Test(arguments: [
        ("sys.exit(3)", TranslationError.engineEnded, "status 3"),
        ("os.kill(os.getpid(), 9)", .engineEnded, "signal 9"),
        ("print('no model', file=sys.stderr); sys.exit(1)", .engineEnded, "“no model”"),
        (
            "next(requests()); print('{\"id\":0,\"te', end='', flush=True)", .engineGarbled,
            "incomplete"
        ),
        (
            "next(requests()); say(7, text='x'); time.sleep(1000)", .engineGarbled,
            "answered request 7"
        ),
        (
            "next(requests()); say(0, text='a'); say(0, text='b'); time.sleep(1000)",
            .engineGarbled, "answered request 0"
        ),
        ("print('Loading…', flush=True); time.sleep(1000)", .engineGarbled, "not JSON"),
        ("print('[1]', flush=True); time.sleep(1000)", .engineGarbled, "without an id"),
        ("say(0, texts='x'); time.sleep(1000)", .engineGarbled, "neither"),
    ])
    func aBadEngineIsATypedError(body: String, expected: TranslationError, word: String)
        async throws
    {
        let session = try TranslationSession(engine(body), "en", "fr")
        let error = try await translationError {
            _ = try await session.translations(from: requests(2))
        }
        #expect(expected ~= error, "\(error)")
        #expect(error.reason.contains(word), "\(error)")
    }

    @Test func aSilentEngineIsEnded() async throws {
        let engine = engine("time.sleep(1000)", silenceLimit: .milliseconds(50))
        let session = try TranslationSession(engine, "en", "fr")
        let error = try await translationError { _ = try await session.translate("Hello") }
        #expect(TranslationError.engineSilent ~= error, "\(error)")
    }

    @Test func anEngineThatDiedIsStartedAgain() async throws {
        let engine = engine(
            """
            r = next(requests())
            if r["text"] == "die": sys.exit(1)
            say(r["id"], text=str(os.getpid()))
            next(requests())
            """)
        let session = try TranslationSession(engine, "en", "fr")
        let error = try await translationError { _ = try await session.translate("die") }
        #expect(TranslationError.engineEnded ~= error)
        #expect(try await !session.translate("Hello").targetText.isEmpty)
    }

    @Test func aMissingProgramIsNamed() async throws {
        let engine = CommandEngine(name: "none", command: ["dragoman-no-such-program"])
        let session = try TranslationSession(engine, "en", "fr")
        let error = try await translationError { _ = try await session.translate("Hello") }
        #expect(TranslationError.engineMissing ~= error)
        #expect(error.reason.contains("dragoman-no-such-program"))
        #expect(error.hint != nil)
    }

    /// Pipes hold 64 KB; the program writes more than that before it reads.
    @Test func fullPipesDoNotBlock() async throws {
        let engine = engine(
            """
            for r in requests():
                print(" " * 300000, file=sys.stderr)
                say(r["id"], text=r["text"])
            """)
        let session = try TranslationSession(engine, "en", "fr")
        let text = String(repeating: "0123456789 ", count: 9500)
        let responses = try await session.translations(
            from: (0..<20).map { Request(sourceText: "n° \($0) \(text)") })
        #expect(responses.map(\.targetText) == (0..<20).map { "n° \($0) \(text)" })
    }

    @Test func cancellationLeavesNoProcessBehind() async throws {
        let directory = FileManager.default.temporaryDirectory.path
        let file = "\(directory)/dragoman-engine-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        // This also ends a child of the engine.
        let engine = engine(
            """
            import subprocess
            child = subprocess.Popen(["sleep", "1000"])
            next(requests())
            with open("\(file).part", "w") as f: f.write(str(os.getpgrp()))
            os.rename("\(file).part", "\(file)")
            time.sleep(1000)
            """)
        let session = try TranslationSession(engine, "en", "fr")
        let task = Task { try await session.translate("Hello") }
        while !FileManager.default.fileExists(atPath: file) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let group = try #require(Int32(String(contentsOfFile: file, encoding: .utf8)))
        #expect(ProcessGroup(group).members.count == 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while !ProcessGroup(group).members.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func anIterationThatIsLeftEndsTheProcess() async throws {
        let engine = engine(
            """
            r = next(requests())
            say(r["id"], text="pid " + str(os.getpid()))
            time.sleep(1000)
            """)
        let session = try TranslationSession(engine, "en", "fr")
        var group: Int32 = 0
        for try await response in session.translate(batch: requests(3)) {
            group = try #require(Int32(response.targetText.dropFirst(4)))
            break
        }
        while !ProcessGroup(group).members.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        // The session itself continues.
        #expect(!session.isInvalidated)
    }

    @Test func anInvalidatedSessionEndsTheProcess() async throws {
        let engine = engine(
            """
            r = next(requests())
            say(r["id"], text="pid " + str(os.getpid()))
            time.sleep(1000)
            """)
        let session = try TranslationSession(engine, "en", "fr")
        var responses = session.translate(batch: requests(3)).makeAsyncIterator()
        let first = try #require(try await responses.next())
        let group = try #require(Int32(first.targetText.dropFirst(4)))
        session.invalidate()
        let error = try await translationError { _ = try await responses.next() }
        #expect(TranslationError.alreadyCancelled ~= error)
        while !ProcessGroup(group).members.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func aReleasedEngineLeavesNoProcessBehind() async throws {
        var group: Int32 = 0
        do {
            let engine = engine(
                """
                for r in requests(): say(r["id"], text="pid " + str(os.getpid()))
                """)
            let session = try TranslationSession(engine, "en", "fr")
            let text = try await session.translate("Hello").targetText
            group = try #require(Int32(text.dropFirst(4)))
            // The same process serves the next batch.
            #expect(try await session.translate("Hello").targetText == text)
        }
        while !ProcessGroup(group).members.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// The running processes of a group, by `/proc`.
struct ProcessGroup {
    let members: [Int32]

    init(_ group: Int32) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        members = names.compactMap { Int32($0) }.filter { process in
            // The name in parentheses may contain anything; state, parent and group follow.
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")")
            else { return false }
            let fields = stat[end...].split(separator: " ")
            return fields.count > 3 && Int32(fields[3]) == group && fields[1] != "Z"
                && fields[1] != "X"
        }
    }
}
