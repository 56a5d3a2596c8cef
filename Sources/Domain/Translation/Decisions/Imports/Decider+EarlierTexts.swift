import JSON
import Texts

/// A text in a file that its string already has, or once had, in the language.
///
/// Texts are compared in a normal form, because other tools may have changed the form of the texts
/// in the file.
struct RepeatedText {
    /// The event that last set the text.
    let event: Event
    /// The unit that contains the event.
    ///
    /// Its language may be a lender of the file's language.
    let unit: Unit
    /// True if readers of the file's language still get this text.
    let isCurrent: Bool
    /// True if readers get a newer, reviewed text instead.
    let isReplacedByReview: Bool

    /// Returns the definition that the text was made for.
    ///
    /// Variants of the source language inherit its texts. Such a text is itself a definition.
    func source(in locale: LanguageTag) -> EventID? {
        unit.isSource && unit.locale != locale ? event.id : event.source
    }
}

/// The relation between an imported text and the source text of its string.
enum SourceFit {
    /// The text was made for the current source text.
    case present
    /// The text was made for an earlier source text.
    case stale
    /// The text was stale or flagged, but the file does not mark it, although its format supports
    /// marks.
    ///
    /// The text is treated as correct for the current source text.
    case unmarked
    /// The file contains a source text that the string never had.
    case unknown
}

/// The definition that a text was made for, with its ``SourceFit``.
typealias TextOrigin = (definition: EventID, fit: SourceFit)

// Old files contain old texts. Without a comparison with the string's history, an import would
// treat such a text as a new translation of the current source text.
extension Decider {
    /// Finds the text that a file's entry repeats, if the language has or had that text.
    ///
    /// Exports use texts from the fallback chain of a regional language. These texts therefore
    /// count too, unless they are newer than the language's own text. Cost: reads the string's
    /// events in the language and its lenders.
    func repeatedText(_ value: Value, in unit: Unit) throws -> RepeatedText? {
        let lenders = try state.lenders(to: unit.locale).map { try state.unit($0, unit.string) }
        let supplier = unit.text == nil ? lenders.first { $0.text != nil } : unit
        let current = supplier?.text
        if let supplier, let current, current.value.isEquivalent(to: value) {
            return RepeatedText(
                event: current.event, unit: supplier, isCurrent: true, isReplacedByReview: false)
        }
        for candidate in [unit] + lenders {
            // Events in different languages can only be compared by time.
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

    /// Returns the definition that a text in a file was made for.
    ///
    /// If a text repeats a stale text, it is equally stale. The source text next to it in the file
    /// does not matter, because exports write the current source text next to stale translations.
    ///
    /// There is one exception: the file's format can mark stale texts, but the file does not mark
    /// this text. Then either someone removed the mark, or the file is older than the change to the
    /// source text. This case is reported. A file without source texts is trusted only once.
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

    /// Returns true if a text was already stale when it was set, for example by importing an old
    /// file.
    ///
    /// Importing the same file again does not prove that anyone has checked the text.
    func wasStaleFromTheStart(_ text: Event, in unit: Unit) -> Bool {
        guard let current = unit.definitions.current, current < text.id else { return false }
        return unit.definitions.isStale(madeFor: text.source)
    }

    /// Returns true if a text made for a definition is stale.
    ///
    /// If this decision changes the source text, the new source text is used.
    func isStale(madeFor source: EventID, _ string: StringID) throws -> Bool {
        let history = try state.definitions(string)
        guard let new = settled[string], new.value != history.currentDefinition?.value else {
            return history.isStale(madeFor: source)
        }
        return history[source]?.value != new.value
    }

    /// Returns the flag of the text that an entry repeats, unless the file removes the flag.
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
    /// Returns the credit of a text, including credit that it inherits from the text it copies.
    fileprivate func credit(of event: Event) throws -> Credit? {
        var ledger = CreditLedger(project)
        return try ledger.credit(of: event.id, event: self.event, events: self.events(of:))
    }
}
