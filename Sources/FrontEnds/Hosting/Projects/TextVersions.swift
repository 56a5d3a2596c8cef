package import EventStore
import Synchronization
package import Texts
import Translation
import Workspace

/// Version numbers that change whenever a language's texts may have changed.
///
/// Generated files are cached with these numbers, and regenerated when the numbers differ.
/// Proposals and comments do not change them, so testers' activity does not invalidate the files.
package final class TextVersions: Sendable {
    /// The version of the texts in a set of languages.
    ///
    /// Equal versions mean equal texts.
    package struct Version: Sendable, Hashable {
        fileprivate let era: Int
        fileprivate let counts: [Int]
    }

    /// The versions of all languages at one time.
    package struct Versions: Sendable, Hashable {
        /// The number of changes that may affect all languages.
        fileprivate var era = 0
        fileprivate var counts: [LanguageTag: Int] = [:]

        /// Returns the version of the texts in the given languages.
        package func version(of locales: [LanguageTag]) -> Version {
            Version(era: era, counts: locales.map { counts[$0] ?? 0 })
        }
    }

    private struct State {
        var versions = Versions()
        var position: Position?
    }

    private let state = Mutex(State())

    init() {}

    /// Returns the version of the texts in the given languages.
    ///
    /// Call this before reading a state. If the texts change meanwhile, the state then counts as
    /// outdated.
    package func version(of locales: [LanguageTag]) -> Version {
        state.withLock { $0.versions.version(of: locales) }
    }

    /// The versions of all languages, and the matching position in the log.
    ///
    /// Use this if the relevant languages are known only after reading a state. Call it before
    /// reading, as with ``version(of:)``.
    package var current: (versions: Versions, position: Position?) {
        state.withLock { ($0.versions, $0.position) }
    }

    func note(_ change: ProjectWriter.Change, source: LanguageTag) {
        state.withLock { state in
            state.position = change.position
            switch change {
            case .moved: state.versions.era += 1
            case .appended(let events, _):
                for event in events {
                    let effects = event.payload.traits.effects
                    if effects.subtracting(.proposals).isEmpty { continue }
                    if effects.contains(.project) || event.locale == source {
                        state.versions.era += 1
                    } else {
                        state.versions.counts[event.locale, default: 0] += 1
                    }
                }
            }
        }
    }
}
