import Foundation
import HTTPSuggestions
import JSON
import Suggestions
import Synchronization
import TestWorld
import Testing
import Texts

/// Services on the loopback, correct ones and faulty ones.
@Suite struct HTTPEngineTests {
    /// The pauses of an engine.
    private final class Pauses: Sendable {
        private let list = Mutex<[Duration]>([])
        var all: [Duration] { list.withLock { $0 } }
        func add(_ duration: Duration) { list.withLock { $0.append(duration) } }
    }

    private let service: TranslationService
    private let pauses = Pauses()

    init() throws { service = try TranslationService("service.py") }

    private func session(
        _ kind: HTTPEngine.Kind, _ way: String, _ source: String = "en", _ target: String = "es"
    ) throws -> TranslationSession {
        let engine = try HTTPEngine(
            kind, at: service.url(way), key: "secret", pause: { [pauses] in pauses.add($0) })
        return TranslationSession(
            engine: engine, source: try LanguageSubtags(source), target: try LanguageSubtags(target)
        )
    }

    private func error(_ session: TranslationSession) async throws -> TranslationError {
        do {
            _ = try await session.translate("Hello")
        } catch let error as TranslationError {
            return error
        }
        throw TranslationService.NoError()
    }

    @Test(arguments: HTTPEngine.Kind.allCases)
    func aBatchIsTranslated(kind: HTTPEngine.Kind) async throws {
        let session = try session(kind, "good")
        let texts = (0..<60).map { "Text \($0) of {name} & <b>more</b>, it's" }
        let responses = try await session.translations(from: texts.map { .init(sourceText: $0) })
        #expect(responses.map(\.targetText) == texts.map { "¡\($0)!" })
        let calls = try service.calls("good").filter {
            $0["path"]?.stringValue?.contains("anslate") == true
        }
        #expect(calls.count == [.libreTranslate: 3, .apertiumAPy: 60, .deepL: 2][kind])
    }

    @Test func eachServiceGetsItsOwnForm() async throws {
        _ = try await session(.libreTranslate, "libre", "en-GB", "zh-TW").translate("A <i>b</i>")
        let libre = try #require(service.calls("libre").last?["body"]?.stringValue)
        #expect(
            libre
                == #"{"q":["A <x id=\"1\"/>b<x id=\"2\"/>"],"source":"en","target":"zt","format":"html","api_key":"secret"}"#
        )
        _ = try await session(.apertiumAPy, "apy", "en", "ca-valencia").translate("A & b")
        let apy = try #require(service.calls("apy").last?["body"]?.stringValue)
        #expect(
            apy == "langpair=eng%7Ccat%5Fvalencia&markUnknown=no&q=A%20%26amp%3B%20b&key=secret")
        _ = try await session(.deepL, "deepl", "pt", "en-AU").translate("Olá")
        let deepL = try #require(service.calls("deepl").last)
        #expect(
            deepL["body"]?.stringValue?.contains(#""source_lang":"PT","target_lang":"EN-US""#)
                == true)
        #expect(deepL["key"]?.stringValue == "DeepL-Auth-Key secret")
    }

    @Test func aBusyServiceIsWaitedFor() async throws {
        #expect(
            try await session(.libreTranslate, "busy").translate("Hello").targetText == "¡Hello!")
        // The service's delays come first, in seconds and as a time; then our own, which grow.
        #expect(pauses.all == [.seconds(7), .seconds(60), .seconds(4)])
    }

    @Test func aServiceIsNotWaitedForForEver() async throws {
        let busy = try await error(session(.deepL, "always-busy"))
        #expect(TranslationError.quotaExceeded ~= busy)
        #expect(pauses.all == [1, 2, 4, 8, 16].map { .seconds($0) })
        let later = try await error(session(.deepL, "for-hours"))
        #expect(TranslationError.quotaExceeded ~= later)
        #expect(pauses.all.count == 5)
    }

    @Test(arguments: [
        ("quota", TranslationError.quotaExceeded, "Quota Exceeded"),
        ("forbidden", .unauthorized, "Invalid API key: …[31m"), ("fails", .unreachable, "500"),
        ("garbage", .engineGarbled, "not JSON"), ("short", .engineGarbled, "each text"),
        ("elsewhere", .unreachable, "redirects to"), ("large", .engineGarbled, "16 MB"),
        ("breaks", .unreachable, "closed the connection"), ("other", .engineGarbled, "languages"),
    ])
    func aFailureIsATypedError(way: String, expected: TranslationError, words: String) async throws
    {
        let error = try await error(session(.libreTranslate, way))
        #expect(expected ~= error, "\(error)")
        #expect(error.reason.contains(words), "\(error)")
        #expect(!"\(error)".contains("secret"))
    }

    @Test func aRefusedTextDoesNotStopTheOthers() async throws {
        let session = try session(.deepL, "good")
        let responses = try await session.translations(
            from: ["one", "refuse", "three"].map { .init(sourceText: $0) })
        #expect(responses.map(\.sourceText) == ["one", "three"])
        #expect(session.dropped.map(\.request.sourceText) == ["refuse"])
    }

    @Test func aKeyIsNotSentInTheOpen() throws {
        let url = try #require(URL(string: "http://example.org"))
        #expect {
            _ = try HTTPEngine(.deepL, at: url, key: "secret")
        } throws: {
            TranslationError.unauthorized ~= $0
        }
        _ = try HTTPEngine(.libreTranslate, at: url)
    }

    @Test func nobodyThere() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let session = TranslationSession(
            engine: try HTTPEngine(.libreTranslate, at: url), source: try LanguageSubtags("en"),
            target: try LanguageSubtags("es"))
        let error = try await error(session)
        #expect(TranslationError.unreachable ~= error)
    }

    /// The program implements the protocol for commands.
    @Test func theProgramIsAnEngine() async throws {
        func engine(_ way: String, _ words: [String]? = nil) throws -> CommandEngine {
            let program = try TranslationService.engineProgram()
            let usual = ["--kind", "deepl", "--url", try service.url(way).absoluteString]
            return CommandEngine(
                name: "deepl", command: [program] + (words ?? usual),
                environment: ["DRAGOMAN_ENGINE_KEY": "secret", "PATH": "/usr/bin:/bin"])
        }
        let session = TranslationSession(
            engine: try engine("good"), source: try LanguageSubtags("en"),
            target: try LanguageSubtags("es"))
        let texts = (0..<40).map { $0 == 7 ? "refuse" : "%d of <b>\($0)</b> & {x}" }
        let responses = try await session.translations(from: texts.map { .init(sourceText: $0) })
        #expect(responses.map(\.targetText) == texts.filter { $0 != "refuse" }.map { "¡\($0)!" })
        #expect(session.dropped.count == 1)
        for (engine, words) in [
            (try engine("quota"), "Quota Exceeded"), (try engine("", ["--kind", "x"]), "usage"),
        ] {
            let failing = TranslationSession(
                engine: engine, source: try LanguageSubtags("en"), target: try LanguageSubtags("es")
            )
            let error = try await error(failing)
            #expect(TranslationError.engineEnded ~= error)
            #expect(error.reason.contains(words), "\(error)")
        }
    }
}
