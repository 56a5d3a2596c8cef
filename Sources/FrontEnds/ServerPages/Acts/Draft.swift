import JSON
import Server
import Texts
import Translation
import Walks

/// The typed contents of a form that was not carried out, so that the page can show it again.
struct Draft: Sendable {
    /// The reason why the form was refused, or nil if it waited while the person signed in.
    let problem: Problem?
    private let wording: Wording
    /// The name of the person who has signed in meanwhile.
    private var viewer: String?
    /// The typed texts by field name.
    let texts: [String: String]
    let note: String?
    /// The typed comment, about the string or about ``proposal``.
    let comment: String?
    /// The typed reason, and the chosen kind of reason.
    let reason: String?
    let code: String?
    let proposal: EventID?
    /// Whether the form edits the current text, and not a proposal or a new text.
    let isEdit: Bool
    /// Whether the form edits a proposal before accepting it.
    let isEdited: Bool
    /// Whether the form flags a text.
    let isFlag: Bool
    /// The state of the text that the person saw when typing.
    let tag: String?
    let seen: String?
    /// The string of the previous card in a walk.
    let previous: StringID?

    init(_ problem: Problem?, _ form: PageForm, viewer: String? = nil) {
        self.problem = problem
        wording = form.wording
        self.viewer = viewer
        let fields = form.fields
        func text(_ name: String) -> String? { fields[name].map(PageForm.lineFeeds) }
        let items = fields.items.filter { $0.name == "value" || $0.name.hasPrefix("value.") }
        texts = Dictionary(items.map { ($0.name, PageForm.lineFeeds($0.value)) }) { $1 }
        note = text("note")
        comment = text("comment")
        reason = text("reason")
        code = fields["code"]
        proposal = fields["proposal"].flatMap { EventID($0) }
        isEdit = form.flag("edit")
        isEdited = form.flag("edited")
        isFlag = fields["mark"] == "flag" && !(reason ?? "").isEmpty
        tag = fields["tag"]
        seen = fields["seen"]
        previous = fields["previous"].flatMap { UnitReference.string($0) }
    }

    /// The banner above the page.
    var banner: Banner {
        if let problem {
            guard let count = notSaved else { return Banner(problem, wording) }
            return Banner(
                .bad, icon: "error", count, words(problem), isAlert: true, hasFocus: true)
        }
        let who = viewer.map { wording("session.signedInAs", ["name": $0]) + " " } ?? ""
        return Banner(
            .warn, icon: "lock", wording("session.signedOut"),
            who + wording("session.typedIsKept"), isAlert: true, hasFocus: true)
    }

    /// The banner in the form of a walk.
    var refusal: TranslateContent.Refused {
        guard let problem else {
            return .init(strong: banner.strong, words: banner.rest ?? "", isBad: false)
        }
        return .init(
            strong: notSaved ?? wording("problems.notSaved"), words: words(problem), isBad: true)
    }

    private func words(_ problem: Problem) -> String {
        wording.isolated(
            [problem.pageDetail, problem.pageHint].compactMap(\.self).joined(separator: " "))
    }

    /// The number of texts with errors, in words.
    private var notSaved: String? {
        problem?.members.first { $0.name == "notSaved" }?.value.stringValue
    }

    /// Whether errors found by checks are the reason, which people may ignore.
    var mayForce: Bool { problem?.code.rawValue == "failed-checks" }

    /// Returns the typed value, if the fields form a valid value.
    func value(_ forms: TextForms) -> Value? {
        guard forms.forms.contains(where: { texts[$0.fieldName] != nil }) else { return nil }
        return forms.value(of: forms.forms.map { texts[$0.fieldName] ?? "" })
    }

    /// Returns true if a reason was given for rejecting a proposal.
    func isRejecting(_ id: EventID) -> Bool {
        proposal == id && !isEdited && (reason != nil || code != nil)
    }

    /// Returns the typed texts if they were meant for a proposal.
    func texts(editing id: EventID) -> [String: String]? {
        proposal == id && isEdited ? texts : nil
    }
}
