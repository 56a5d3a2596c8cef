import JSON
import Texts

/// A text of a file that its string already has, or once had, in the language.
///
/// Texts are compared by their normal forms: a file that other tools have written may have another one.
struct RepeatedText {
    /// The event that last set the text.
    let event: Event
    /// The string in the language of the event, which may be one that lends its texts.
    let unit: Unit
    /// Whether readers of the language still get this text.
    let isCurrent: Bool
    /// True if readers get a newer, reviewed text instead.
    let isReplacedByReview: Bool

    /// The definition that the text was made for.
    ///
    /// Variants of the source language inherit its texts, which are definitions themselves.
    func source(in locale: LanguageTag) -> EventID? {
        unit.isSource && unit.locale != locale ? event.id : event.source
    }
}

/// The relation of a file's source text to that of the string.
enum SourceFit {
    /// The text was made for the current source text.
    case present
    /// It was made for an earlier one.
    case stale
    /// It needed work, and a file that would mark such a text does not: it counts as right for the present one.
    case unmarked
    /// The file has a source text that the string never had.
    case unknown
}

/// The definition that a text was made for, and how it was found.
typealias TextOrigin = (definition: EventID, fit: SourceFit)

// Old files hold old texts: without a look at what a text was before, an import would take an earlier text for a new
// translation of the present source text.
extension Decider {
    /// Finds the text that an entry of a file repeats, if the language has or had it.
    ///
    /// Exports fill regional languages from their chain, so texts of these languages count too, unless they are newer than
    /// the language's own. Cost: the events of the string; nothing is looked up for a string without events in the language.
    func repeatedText(_ value: Value, in unit: Unit) throws -> RepeatedText? {
        let lenders = try state.lenders(to: unit.locale).map { try state.unit($0, unit.string) }
        let supplier = unit.text == nil ? lenders.first { $0.text != nil } : unit
        let current = supplier?.text
        if let supplier, let current, current.value.isEquivalent(to: value) {
            return RepeatedText(
                event: current.event, unit: supplier, isCurrent: true, isReplacedByReview: false)
        }
        for candidate in [unit] + lenders {
            // Registers of two languages are compared by time alone.
            func isOlder(_ event: Event) -> Bool {
                candidate.locale == supplier?.locale || current.map { event.id < $0.id } ?? false
            }
            let event = candidate.events.last { event in
                event.payload.text?.isEquivalent(to: value) == true
                    && (candidate.locale == unit.locale || current == nil || isOlder(event))
            }
            guard let event else { continue }
            return RepeatedText(
                event: event, unit: candidate, isCurrent: false,
                isReplacedByReview: current?.isReviewed == true && isOlder(event))
        }
        return nil
    }

    /// Returns the definition that a text of a file was made for.
    ///
    /// A text that repeats a stale one is as stale as that, whatever source text the file has beside it: exports put the present
    /// one beside stale translations. A format with marks for such texts is the exception if the file has none. Somebody took
    /// the mark away, or the file is older than the change: it is reported. A file without source texts is believed only once.
    func origin(
        of entry: FileEntry, _ stated: TextOrigin, repeating repeated: RepeatedText?,
        in file: FileImport
    ) throws -> TextOrigin {
        guard stated.fit != .stale, let repeated else { return stated }
        let isUnmarked = entry.textDetails.needsWork == false
        let unmarked = (stated.definition, stated.fit == .present ? .unmarked : stated.fit)
        guard let source = repeated.source(in: file.locale),
            try isStale(madeFor: source, entry.string)
        else {
            let isFlagged = repeated.isCurrent && repeated.unit.text?.isFlagged == true
            return isUnmarked && isFlagged ? unmarked : stated
        }
        let standsBesidePresent = entry.source != nil && stated.fit == .present
        let isVouchedFor =
            repeated.isCurrent
            && (file.isForced || !wasStaleFromTheStart(repeated.event, in: repeated.unit))
        return isUnmarked && (isVouchedFor || standsBesidePresent) ? unmarked : (source, .stale)
    }

    /// Whether a text was set for an earlier definition than the one that counted already, as imports of old files do.
    ///
    /// The same file once more is no evidence that somebody has looked at the text.
    func wasStaleFromTheStart(_ text: Event, in unit: Unit) -> Bool {
        guard let current = unit.definitions.current, current < text.id else { return false }
        return unit.definitions.isStale(madeFor: text.source)
    }

    /// Whether what was made for a definition is stale, also if this decision changes the source text.
    func isStale(madeFor source: EventID, _ string: StringID) throws -> Bool {
        let history = try state.definitions(string)
        guard let new = settled[string], new.value != history.currentDefinition?.value else {
            return history.isStale(madeFor: source)
        }
        return history[source]?.value != new.value
    }

    /// The flag of a text that a file repeats, unless the file takes it away.
    func flag(of repeated: RepeatedText?, in entry: FileEntry) throws -> Payload? {
        guard let repeated, entry.textDetails.needsWork != false || !repeated.isCurrent,
            try state.credit(of: repeated.event)?.isFlagged == true
        else { return nil }
        let flag = repeated.unit.events.last { event in
            guard case .translationFlagged(let text, _) = event.payload else { return false }
            return text == repeated.event.id
        }
        return flag?.payload ?? .translationFlagged(text: repeated.event.id, reason: nil)
    }
}

extension StateReader {
    /// The credit of a text, with that of what it copies.
    fileprivate func credit(of event: Event) throws -> Credit? {
        var ledger = CreditLedger(project)
        return try ledger.credit(of: event.id, event: self.event, events: self.events(of:))
    }
}
