import Suggestions
import Synchronization
import Testing
import Texts

@Suite struct TranslationTaskTests {
    typealias Configuration = TranslationSession.Configuration

    @Test func aConfigurationDiffersAfterInvalidation() throws {
        var configuration = Configuration(source: try LanguageSubtags("en"))
        let former = configuration
        configuration.invalidate()
        #expect(configuration != former)
        #expect(configuration.version == 1)
    }

    @Test func theActionRunsAgainAtEachChange() async throws {
        let (configurations, changes) = AsyncStream<Configuration?>.makeStream()
        let (runs, ran) = AsyncStream<TranslationSession>.makeStream()
        let task = Task {
            try await translationTask(configurations: configurations, engine: try MemoryEngine()) {
                session in
                ran.yield(session)
            }
        }
        var sessions = runs.makeAsyncIterator()
        var configuration = Configuration(
            source: try LanguageSubtags("en"), target: try LanguageSubtags("es"))
        changes.yield(nil)
        changes.yield(configuration)
        let first = try #require(await sessions.next())
        #expect(first.targetLanguage?.description == "es")
        // Setting the same value again is not a change.
        changes.yield(configuration)
        configuration.invalidate()
        changes.yield(configuration)
        let second = try #require(await sessions.next())
        #expect(first !== second)
        #expect(first.isInvalidated)
        configuration.target = try LanguageSubtags("fr")
        configuration.preferredStrategy = .lowLatency
        changes.yield(configuration)
        let third = try #require(await sessions.next())
        #expect(third.preferredStrategy == .lowLatency)
        #expect(third.targetLanguage?.description == "fr")
        changes.finish()
        try await task.value
        let error = try await translationError { _ = try await third.translate("Hello") }
        #expect(TranslationError.alreadyCancelled ~= error)
    }

    @Test func nilEndsTheActionThatRuns() async throws {
        let (configurations, changes) = AsyncStream<Configuration?>.makeStream()
        let (errors, failed) = AsyncStream<TranslationError>.makeStream()
        let started = Gate()
        let never = Gate()
        let engine = try MemoryEngine { text, _ in
            started.open()
            try await never.wait()
            return text.text
        }
        let task = Task {
            try await translationTask(configurations: configurations, engine: engine) { session in
                let error = try? await translationError { _ = try await session.translate("Hello") }
                if let error { failed.yield(error) }
            }
        }
        changes.yield(
            Configuration(source: try LanguageSubtags("en"), target: try LanguageSubtags("es")))
        try await started.wait()
        changes.yield(nil)
        var iterator = errors.makeAsyncIterator()
        let error = try #require(await iterator.next())
        #expect(TranslationError.alreadyCancelled ~= error)
        changes.finish()
        try await task.value
    }
}
