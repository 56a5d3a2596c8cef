#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Shows an edit mode on top of the view: the text editor, the lists, refusals and the summary.
    ///
    /// Appearance and swiping can be verified only on a device. SwiftUI has no shake gesture: call
    /// ``TextEditMode/toggle()`` from a button, or put the view into a `ShakeWindow`.
    public func textEditMode(_ mode: TextEditMode) -> some View {
        modifier(TextEditModeModifier(mode: mode))
    }
}

/// Connects SwiftUI and a ``TextEditMode``.
struct TextEditModeModifier: ViewModifier {
    let mode: TextEditMode
    @State private var state = TextEditModeState()

    private enum Sheet: Identifiable {
        case editor(TextIdentifier)
        case proposals
        case texts

        var id: String {
            switch self {
            case .editor(let identifier): "editor \(identifier)"
            case .proposals: "proposals"
            case .texts: "texts"
            }
        }
    }

    func body(content: Content) -> some View {
        content
            .overlay(alignment: .bottom) { bar }
            .sheet(item: sheet) { sheet in
                switch sheet {
                case .editor(let identifier):
                    TextEditorView(mode: mode, identifier: identifier, problem: problem)
                case .proposals:
                    ProposalListView(mode: mode, list: state.list, problem: problem)
                case .texts: ScreenListView(mode: mode, texts: state.screen ?? [])
                }
            }
            .alert(
                mode.wrapper.text(of: .refusedTitle), isPresented: isRefused,
                actions: { refusalButtons },
                message: { Text(state.refusals.first.map { mode.wrapper.text(of: $0) } ?? "") }
            )
            .task { @MainActor in
                for await next in mode.states { state = next }
            }
    }

    private var problem: String? { state.problem.map { mode.wrapper.text(of: $0) } }

    private var sheet: Binding<Sheet?> {
        Binding(
            get: { @MainActor in
                if let identifier = state.selected { return .editor(identifier) }
                if state.list != nil { return .proposals }
                return state.screen == nil ? nil : .texts
            },
            set: { @MainActor sheet in
                // The user closed the sheet with a swipe.
                guard sheet == nil else { return }
                mode.deselect()
                mode.closeList()
                mode.closeScreenList()
            })
    }

    private var isRefused: Binding<Bool> {
        // The buttons dismiss the refusal themselves.
        Binding(get: { @MainActor in !state.refusals.isEmpty }, set: { _ in })
    }

    @ViewBuilder private var refusalButtons: some View {
        if let refusal = state.refusals.first {
            Button(mode.wrapper.text(of: .edit)) { Task { await mode.edit(refusal) } }
            Button(mode.wrapper.text(of: .dismiss), role: .cancel) {
                Task { await mode.dismiss(refusal) }
            }
        }
    }

    @ViewBuilder private var bar: some View {
        if let counts = state.summary {
            Button(mode.wrapper.text(of: counts)) { Task { await mode.openList() } }
                .background(Color(.proposable))
        }
        if state.isActive {
            Button(mode.wrapper.text(of: .textsOnScreen)) { mode.openScreenList() }
                .background(Color(.proposable))
        }
    }
}

/// A multi-line editor for a proposed value.
///
/// It stays open until the value is accepted or the tester cancels. A refusal is shown above the
/// value.
struct TextEditorView: View {
    let mode: TextEditMode
    let identifier: TextIdentifier
    let problem: String?
    @State private var value: String

    init(mode: TextEditMode, identifier: TextIdentifier, problem: String?) {
        self.mode = mode
        self.identifier = identifier
        self.problem = problem
        _value = State(initialValue: mode.editedText)
    }

    var body: some View {
        List {
            Section(identifier.description) {
                if let problem { Text(problem).foregroundStyle(Color.red) }
                TextField("", text: $value, axis: .vertical)
            }
            Button(mode.wrapper.text(of: .propose)) { Task { await mode.propose(value) } }
            Button(mode.wrapper.text(of: .showProposals)) {
                mode.deselect()
                Task { await mode.openList(for: identifier) }
            }
            Button(mode.wrapper.text(of: .cancel), role: .cancel) { mode.deselect() }
        }
    }
}

/// The list of texts on the screen.
///
/// A tap selects a text.
struct ScreenListView: View {
    let mode: TextEditMode
    let texts: [ScreenText]

    var body: some View {
        List {
            Section(mode.wrapper.text(of: .textsOnScreen)) {
                ForEach(texts) { text in
                    Button(text.text) { mode.select(text.identifier) }
                        .foregroundStyle(text.hasOwnProposal ? Color.blue : Color.primary)
                }
            }
            Button(mode.wrapper.text(of: .done)) { mode.closeScreenList() }
        }
    }
}

/// The list of proposals, grouped by text.
///
/// The tester's own proposals are blue and can be deleted with a swipe.
struct ProposalListView: View {
    let mode: TextEditMode
    let list: ProposalList?
    let problem: String?

    var body: some View {
        List {
            if let problem { Text(problem).foregroundStyle(Color.red) }
            ForEach(list?.groups ?? []) { group in
                Section(group.identifier.description) {
                    ForEach(group.proposals) { proposal in row(proposal) }
                }
            }
            Button(mode.wrapper.text(of: .done)) { mode.closeList() }
        }
    }

    private func row(_ proposal: ListedProposal) -> some View {
        let note = proposal.isKept ? " · " + mode.wrapper.text(of: .notSent) : ""
        return Text(proposal.text.value + note)
            .foregroundStyle(proposal.isOwn ? Color.blue : Color.primary)
            #if os(tvOS)
        // This platform has no swipe actions.
        .contextMenu { deletion(of: proposal) }
            #else
        .swipeActions { deletion(of: proposal) }
            #endif
    }

    @ViewBuilder private func deletion(of proposal: ListedProposal) -> some View {
        if proposal.canDelete {
            Button(mode.wrapper.text(of: .delete), role: .destructive) {
                Task { await mode.delete(proposal) }
            }
        }
    }
}
#endif
