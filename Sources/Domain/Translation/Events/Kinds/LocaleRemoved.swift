/// A language was removed from the project.
///
/// Its texts stay in the log, and reappear if the language is added again.
enum LocaleRemoved: EventKind {
    typealias Fields = Void

    static var name: String { "locale.removed" }
    static var traits: EventTraits {
        EventTraits(.locale, affects: [.project, .texts], removes: true)
    }
}
