#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Shows an edit mode over the view: the field for a value, the list and the summary.
    ///
    /// How it looks and how it is swiped is seen on a device only. SwiftUI has no shake: call ``EditMode/toggle()`` from a button, or
    /// put the view into a `ShakeWindow`.
    public func editMode(_ mode: EditMode) -> some View { modifier(EditModeModifier(mode: mode)) }
}

/// Forwards between SwiftUI and an ``EditMode``.
struct EditModeModifier: ViewModifier {
    let mode: EditMode
    @State private var state = EditModeState()
    @State private var value = ""

    func body(content: Content) -> some View {
        content
            .overlay(alignment: .bottom) { summary }
            .alert(state.selected?.description ?? "", isPresented: isEditing) {
                TextField("", text: $value)
                Button("Propose") {
                    Task {
                        await mode.propose(value)
                        // The alert is gone, also if the value was refused.
                        mode.deselect()
                    }
                }
                Button("Cancel", role: .cancel) { mode.deselect() }
            }
            .sheet(isPresented: isListed) { ProposalListView(mode: mode, list: state.list) }
            .task { @MainActor in
                for await next in mode.states {
                    if let selected = next.selected, selected != state.selected {
                        value = mode.wrapper.text(for: selected) ?? ""
                    }
                    state = next
                }
            }
    }

    private var isEditing: Binding<Bool> {
        // The buttons let go of the text themselves, one of them once the value was sent.
        Binding(get: { @MainActor in state.selected != nil }, set: { _ in })
    }

    private var isListed: Binding<Bool> {
        Binding(
            get: { @MainActor in state.list != nil },
            set: { @MainActor isShown in
                if !isShown { mode.closeList() }
            })
    }

    @ViewBuilder private var summary: some View {
        if let counts = state.summary {
            let noun = counts.all == 1 ? "proposal" : "proposals"
            Button("\(counts.all) \(noun), \(counts.own) of them yours. Show list") {
                Task { await mode.openList() }
            }
            .background(Color(.proposable))
        }
    }
}

/// The list of proposals, grouped by text: own ones are blue, and a swipe deletes them.
struct ProposalListView: View {
    let mode: EditMode
    let list: ProposalList?

    var body: some View {
        List {
            ForEach(list?.groups ?? []) { group in
                Section(group.identifier.description) {
                    ForEach(group.proposals) { proposal in row(proposal) }
                }
            }
        }
    }

    private func row(_ proposal: ListedProposal) -> some View {
        Text(proposal.text.value)
            .foregroundStyle(proposal.isOwn ? Color.blue : Color.primary)
            .swipeActions {
                if proposal.canDelete {
                    Button("Delete", role: .destructive) {
                        Task { await mode.delete(proposal) }
                    }
                }
            }
    }
}
#endif
