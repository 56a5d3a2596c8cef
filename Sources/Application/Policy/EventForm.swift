import EventStore
import GitEventStore
import Machine
import Texts
import Translation

/// The rules for lines in new event files, which apply regardless of the pusher.
struct EventForm {
    /// The server's clock in Unix milliseconds.
    let now: Int64

    /// The latest time allowed for a new event: a day ahead of the server's clock.
    ///
    /// Writers use the same tolerance.
    private var latest: Int64 { now + Int64(EventClock<RandomBits>.tolerance) }

    /// The maximum length of a language tag.
    ///
    /// Longer tags cannot be normalized, and exports normalize all tags.
    private static let maximumTag = 100

    struct NewEvent {
        let event: Event
        let line: ArraySlice<UInt8>
        let path: String
        let number: Int
    }

    /// Parses the lines in a file, and adds their faults to `findings`.
    func events(
        of content: [UInt8], at path: String, _ findings: inout [PolicyFinding]
    ) -> [NewEvent] {
        guard content.last == UInt8(ascii: "\n") else {
            findings.append(
                PolicyFinding(
                    .malformed, "The file does not end with a newline.", path: path))
            return []
        }
        let lines = content.dropLast().split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.count > 1, content.count > NewFile.maximumSize {
            findings.append(
                PolicyFinding(
                    .file,
                    "The file has \(content.count) bytes; the limit for a file with several events is 1 MiB.",
                    path: path))
        }
        var events: [NewEvent] = []
        for (index, line) in lines.enumerated() {
            let place = Place(path: path, line: index + 1)
            if let event = event(line, at: place, &findings) {
                events.append(
                    NewEvent(event: event, line: line, path: path, number: place.line))
            }
        }
        if let fault = EventPath.fault(
            inNameOf: path, content: content,
            firstID: events.first.flatMap { $0.number == 1 ? $0.event.id : nil })
        {
            findings.append(PolicyFinding(.file, fault, path: path))
        }
        return events
    }

    private struct Place {
        let path: String
        let line: Int
    }

    private func event(
        _ line: ArraySlice<UInt8>, at place: Place, _ findings: inout [PolicyFinding]
    ) -> Event? {
        func find(
            _ rule: PolicyFinding.Rule, _ message: String, _ event: EventID? = nil,
            as severity: PolicyFinding.Severity = .error
        ) {
            findings.append(
                PolicyFinding(
                    rule, message, as: severity, path: place.path, line: place.line, event: event))
        }
        let event: Event
        do {
            switch try Event.read(line: line) {
            case .event(let read): event = read
            case .newerVersion(let version):
                find(
                    .version,
                    "The event has version \(Event.spelled(version: version)), but this server "
                        + "supports \(Event.version)."
                )
                return nil
            }
        } catch {
            find(.malformed, "\(error)")
            return nil
        }
        for tag in event.languages where tag.rawValue.utf8.count > Self.maximumTag {
            find(
                .malformed,
                "A language tag has \(tag.rawValue.utf8.count) characters; the limit is \(Self.maximumTag).",
                event.id)
        }
        if let fault = lateness(of: event) { find(.clock, fault, event.id) }
        if EventPath.folder(of: place.path) != FolderName.folder(ofTag: event.locale.rawValue) {
            find(
                .path, "The event is about \(event.locale), but is in another language's folder.",
                event.id)
        }
        if case .unrecognized(let type) = event.payload {
            find(
                .version, "The type “\(type)” is not known to this server.", event.id, as: .warning)
        } else if let fault = event.formFault(of: line) {
            find(.malformed, fault, event.id, as: .warning)
        }
        return event
    }

    private func lateness(of event: Event) -> String? {
        if event.id.milliseconds > UInt64(max(latest, 0)) {
            return "The event's id is more than a day ahead of this server's clock."
        }
        guard let at = Timestamp.milliseconds(event.at) else {
            return "The event's time “\(event.at)” is not valid."
        }
        return at > latest
            ? "The event's time is more than a day ahead of this server's clock." : nil
    }
}

extension Event {
    fileprivate var languages: [LanguageTag] {
        if case .localeAdded(let attributes) = payload { return [locale] + attributes.fallback }
        return [locale]
    }
}
