import Languages
import Texts
import Translation
import Workspace

extension DifferencePage {
    /// The labels for the two sides of a text, and for a text that is equal on both sides.
    typealias Labels = (before: String, after: String, same: String)

    /// Returns the forms of a text, with unchanged forms collapsed if others changed.
    func forms(_ forms: [FormChange], in tag: LanguageTag, labels: Labels) -> String {
        let changed = forms.filter(\.isChanged)
        let same = forms.filter { !$0.isChanged }
        func html(_ forms: [FormChange]) -> String {
            forms.map { form($0, in: tag, labels: labels) }.joined()
        }
        guard !changed.isEmpty, !same.isEmpty else { return html(forms) }
        return html(changed)
            + "<details>\n<summary>\(counted(same.count, "form")) unchanged</summary>\n"
            + html(same) + "</details>\n"
    }

    /// Returns a form with labels: its source text, and its text before and after.
    private func form(_ form: FormChange, in tag: LanguageTag, labels: Labels) -> String {
        var parts: [String] = []
        if let source = form.source {
            parts.append(part("source", "Source", text(source), in: report.source))
        }
        if form.isChanged {
            let words =
                marksWords
                ? form.words
                : [.init(.removed, form.before ?? ""), .init(.added, form.after ?? "")]
            if let before = form.before {
                parts.append(
                    part("before", labels.before, runs(words, without: .added, of: before), in: tag)
                )
            }
            if let after = form.after {
                parts.append(
                    part("after", labels.after, runs(words, without: .removed, of: after), in: tag))
            }
        } else if let same = form.after {
            parts.append(part("same", labels.same, text(same), in: tag))
        }
        let name = form.name.map { "<h4>\(element("bdi", $0))</h4>\n" } ?? ""
        return "<div class=\"form\">\n\(name)<dl>\n"
            + parts.joined() + "</dl>\n</div>\n"
    }

    /// Returns an element whose direction the browser determines from its text.
    func element(_ name: String, _ text: String) -> String {
        "<\(name) dir=\"auto\">\(HTMLText.escaping(text))</\(name)>"
    }

    func key(_ title: String) -> String { element("code", title) }

    func comment(_ comment: String?) -> String {
        comment.map { "<p class=\"said\">\(element("bdi", $0))</p>\n" } ?? ""
    }

    func paragraph(_ verb: some StringProtocol, by name: String?, at time: String) -> String {
        let who = name.map { " by " + element("bdi", $0) } ?? ""
        return "<p>\(verb)\(who), <time datetime=\"\(HTMLText.attribute(time))\">"
            + "\(HTMLText.escaping(Self.shown(time)))</time></p>"
    }

    private func part(
        _ name: String, _ label: String, _ html: String, in tag: LanguageTag
    ) -> String {
        let direction = tag.isRightToLeft ? "rtl" : "ltr"
        return "<div class=\"\(name)\" dir=\"\(direction)\"><dt>\(label)</dt>"
            + "<dd lang=\"\(tag)\">\(html)</dd></div>\n"
    }

    private func text(_ text: String) -> String {
        text.isEmpty ? Self.empty : HTMLText.escaping(text)
    }

    /// Returns the runs of one side, with marks around the runs that are missing from the other
    /// side.
    private func runs(
        _ changes: [WordDiff.Change], without other: WordDiff.Change.Kind, of whole: String
    ) -> String {
        guard !whole.isEmpty else { return Self.empty }
        return changes.filter { $0.kind != other }.map { change in
            let text = HTMLText.escaping(change.text)
            return switch change.kind {
            case .kept: text
            case .removed: "<del>\(text)</del>"
            case .added: "<ins>\(text)</ins>"
            }
        }.joined()
    }

    private static let empty = "<span class=\"mark\">empty</span>"

    /// Returns an event's time to the minute, or a time in another form unchanged.
    private static func shown(_ time: String) -> String {
        let parts = time.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 10, parts[1].hasSuffix("Z"),
            parts[1].utf8.count >= 6
        else { return time }
        return "\(parts[0]) \(parts[1].prefix(5)) UTC"
    }
}
