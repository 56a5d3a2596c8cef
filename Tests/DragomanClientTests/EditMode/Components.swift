import DragomanClient
import Synchronization

/// A component without a UI framework.
@MainActor final class Label: EditableComponent {
    var text = ""
    var color = "white"
    var isInteractive = true
    var isOnScreen = true

    var editAppearance: (color: String, isInteractive: Bool) {
        get { (color, isInteractive) }
        set { (color, isInteractive) = newValue }
    }

    func showLocalized(_ text: String) { self.text = text }

    func show(_ mark: EditMark) {
        color = mark == .ownProposal ? "blue" : "yellow"
        isInteractive = false
    }
}

/// A component that cannot be marked.
@MainActor final class PlainLabel: LocalizableComponent {
    var text = ""

    func showLocalized(_ text: String) { self.text = text }
}

/// Texts in memory.
@MainActor final class TextsInMemory: LocalizationSource {
    struct Offline: Error {}

    var texts: [TextIdentifier: String]
    /// The texts of the next update, or nil if it fails.
    var next: (models: [LocalizationModel], texts: [TextIdentifier: String])?
    var updates = 0
    var languages: [String?] = []

    init(_ texts: [String: String]) {
        self.texts = Dictionary(
            uniqueKeysWithValues: texts.map { (TextIdentifier(key: $0.key), $0.value) })
    }

    func text(for identifier: TextIdentifier) -> String? { texts[identifier] }

    func localizationModels() async throws -> [LocalizationModel] {
        updates += 1
        await Task.yield()
        guard let next else { throw Offline() }
        return next.models
    }

    func update(_ models: [LocalizationModel], bestFitLanguage: String?) async throws {
        languages.append(bestFitLanguage)
        guard let next else { throw Offline() }
        texts = next.texts
    }
}

/// A clock that stands still until it is advanced.
final class StillClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [(deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    /// The number of waiting tasks.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.now < deadline else { return true }
                state.sleepers.append((deadline, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func advance(by duration: Duration) {
        let ended = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let ended = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return ended
        }
        for sleeper in ended { sleeper.continuation.resume() }
    }
}
