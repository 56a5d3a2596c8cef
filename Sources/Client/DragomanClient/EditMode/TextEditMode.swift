/// The mode in which testers select texts in the app and propose better texts.
///
/// It is independent of UI frameworks. Unlike SwiftUI's `EditMode`, it is not about editing lists.
///
/// While the mode is active, every component that can be marked is marked: blue if this
/// installation has a proposal for its text, otherwise yellow. This includes components that are
/// localized while the mode is active. When the mode ends, colours and interaction are restored.
@MainActor public final class TextEditMode {
    /// The duration for which the summary is shown.
    public static let summaryDuration = Duration.seconds(3)

    /// The wrapper that shows the texts.
    public let wrapper: LocalizationWrapper
    /// The current state.
    public private(set) var state = TextEditModeState() {
        didSet { if state != oldValue { broadcast.send(state) } }
    }

    private let clock: any Clock<Duration>
    private let broadcast = Broadcast<TextEditModeState>()
    private var marked: [ObjectIdentifier: Marked] = [:]
    private var sweepsAt = 64
    private var known: [ListedProposal] = []
    private var summaryEnd: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    private struct Marked {
        let identifier: TextIdentifier
        var mark: EditMark
        let restore: @MainActor () -> Void
        let isAlive: @MainActor () -> Bool
    }

    /// Creates an inactive edit mode.
    ///
    /// A wrapper can have only one mode.
    public init(wrapper: LocalizationWrapper, clock: any Clock<Duration> = ContinuousClock()) {
        self.wrapper = wrapper
        self.clock = clock
        wrapper.editMode = self
        guard let proposals = wrapper.proposals, proposals.settings.obstacle == nil else { return }
        watching = Task { [weak self] in
            for await state in await proposals.states() {
                guard let self else { return }
                self.state.refusals = state.refusals
            }
        }
    }

    deinit { watching?.cancel() }

    /// The current state, followed by each change.
    ///
    /// A slow reader receives only the newest state.
    public var states: AsyncStream<TextEditModeState> { broadcast.stream(from: state) }

    // MARK: Start and end

    /// Marks the components, and asks the server for proposals.
    ///
    /// Throws ``ProposalError/disabled`` or ``ProposalError/production`` if the app may not make
    /// proposals.
    public func start() throws(ProposalError) {
        guard let proposals = wrapper.proposals else { throw .disabled }
        if let obstacle = proposals.settings.obstacle { throw obstacle }
        guard !state.isActive else { return }
        hideSummary()
        state.isActive = true
        for (component, identifier) in wrapper.liveComponents { mark(component, identifier) }
        Task { [weak self] in await self?.refresh() }
    }

    /// Restores the components.
    ///
    /// If there are proposals, shows a summary for three seconds.
    public func end() {
        guard state.isActive else { return }
        var next = state
        next.isActive = false
        (next.selected, next.draft, next.screen) = (nil, nil, nil)
        next.problem = nil
        state = next
        for marked in marked.values { marked.restore() }
        marked = [:]
        if let summary { show(summary) }
    }

    /// The numbers of known proposals, or nil if no proposals are known.
    private var summary: ProposalSummary? {
        known.isEmpty
            ? nil : ProposalSummary(all: known.count, own: known.count(where: \.isOwn))
    }

    /// Starts or ends the mode, as when the device is shaken.
    public func toggle() {
        if state.isActive { return end() }
        do {
            try start()
        } catch {
            state.problem = error
        }
    }

    private func show(_ summary: ProposalSummary) {
        state.summary = summary
        summaryEnd = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.summaryDuration)
            guard !Task.isCancelled else { return }
            self?.state.summary = nil
        }
    }

    /// Hides the summary early.
    public func hideSummary() {
        summaryEnd?.cancel()
        summaryEnd = nil
        state.summary = nil
    }

    // MARK: Marks

    /// The live components that can be selected, with their marks, in the order in which they were
    /// localized.
    public var highlighted: [(component: any EditableComponent, mark: EditMark)] {
        wrapper.liveComponents.compactMap { component, _ in
            guard let component = component as? any EditableComponent,
                let marked = marked[ObjectIdentifier(component)], marked.isAlive()
            else { return nil }
            return (component, marked.mark)
        }
    }

    private func mark(_ component: any LocalizableComponent, _ identifier: TextIdentifier) {
        guard state.isActive, let component = component as? any EditableComponent else { return }
        let id = ObjectIdentifier(component)
        if marked.count >= sweepsAt {
            marked = marked.filter { $0.value.isAlive() }
            sweepsAt = max(64, 2 * marked.count)
        }
        let mark: EditMark = wrapper.hasOwnProposal(for: identifier) ? .ownProposal : .proposable
        // A new component can have the address of a dead one, but it is a different component.
        let previous = marked[id].flatMap { $0.isAlive() ? $0 : nil }
        guard previous?.identifier != identifier || previous?.mark != mark else { return }
        marked[id] = Marked(
            identifier: identifier, mark: mark,
            restore: previous?.restore ?? component.restoration(),
            isAlive: { [weak component] in component != nil })
        component.show(mark)
        state.markRevision += 1
    }

    // MARK: Select and propose

    /// Selects the text of a component, so that a value can be entered.
    ///
    /// Does nothing if the mode is inactive or the component was never localized.
    public func select(_ component: any LocalizableComponent) {
        guard let identifier = wrapper.identifier(of: component) else { return }
        select(identifier)
    }

    /// Selects a text, and closes the list in which it was selected.
    public func select(_ identifier: TextIdentifier) { select(identifier, draft: nil) }

    private func select(_ identifier: TextIdentifier, draft: String?) {
        guard state.isActive else { return }
        var next = state
        (next.selected, next.draft, next.problem) = (identifier, draft, nil)
        (next.list, next.screen) = (nil, nil)
        state = next
    }

    /// Deselects the text.
    public func deselect() { (state.selected, state.draft) = (nil, nil) }

    /// The initial text of the editor: the refused value, otherwise the text with its placeholders
    /// unfilled.
    public var editedText: String {
        state.draft ?? state.selected.flatMap { wrapper.template(for: $0) } ?? ""
    }

    /// Proposes a value for the selected text in the best-fit language.
    ///
    /// If the value is refused, the text stays selected, and the state contains the value and the
    /// reason. Returns nil in that case, or if no text is selected.
    @discardableResult
    public func propose(_ value: String) async -> ProposalOutcome? {
        guard let identifier = state.selected else { return nil }
        do {
            let outcome = try await wrapper.storeProposal(value, for: identifier)
            if state.selected == identifier { deselect() }
            state.problem = nil
            await takeKnown()
            return outcome
        } catch {
            var next = state
            next.problem = error
            if next.selected == identifier { next.draft = value }
            state = next
            return nil
        }
    }

    // MARK: Refusals

    /// Dismisses the refusal of a stored proposal, because the tester has seen it.
    public func dismiss(_ refusal: ProposalRefusal) async {
        state.refusals.removeAll { $0 == refusal }
        await wrapper.proposals?.dismiss(refusal)
    }

    /// Selects the text of a refused proposal with the refused value, so that the tester can
    /// correct it.
    ///
    /// Starts the mode if necessary.
    public func edit(_ refusal: ProposalRefusal) async {
        await dismiss(refusal)
        if !state.isActive { toggle() }
        select(refusal.text.identifier, draft: refusal.text.value)
    }

    // MARK: Texts on the screen

    /// Opens the list of texts on the screen, including texts that cannot be marked.
    ///
    /// Does nothing if the mode is inactive.
    public func openScreenList() {
        guard state.isActive else { return }
        state.screen = wrapper.screenTexts
    }

    /// Closes the list of texts on the screen.
    public func closeScreenList() { state.screen = nil }

    // MARK: List

    /// Opens the list of proposals for one text or for all texts.
    ///
    /// Shows the known proposals immediately, and then the server's response. If the server cannot
    /// be reached, the list is unchanged and the state contains the reason.
    public func openList(for identifier: TextIdentifier? = nil) async {
        hideSummary()
        var next = state
        next.list = ProposalList(identifier: identifier, groups: groups(identifier))
        next.screen = nil
        state = next
        await takeKnown()
        await refresh()
    }

    /// Closes the list.
    public func closeList() { state.list = nil }

    /// Deletes one of this installation's proposals, as when its row is swiped.
    ///
    /// If the deletion fails, the proposal stays in the list and the state contains the reason.
    public func delete(_ proposal: ListedProposal) async {
        do {
            try await wrapper.deleteProposal(proposal)
            state.problem = nil
        } catch {
            state.problem = error
        }
        await takeKnown()
    }

    /// Asks the server for the proposals.
    public func refresh() async {
        guard let proposals = wrapper.proposals else { return }
        do {
            _ = try await proposals.proposals()
            state.problem = nil
        } catch {
            state.problem = error
        }
        await wrapper.reloadOwn()
        await takeKnown()
    }

    /// Shows the store's known proposals after they have changed.
    func takeKnown() async {
        guard let proposals = wrapper.proposals else { return }
        known = await proposals.knownProposals()
        if state.summary != nil { state.summary = summary }
        state.list?.groups = groups(state.list?.identifier)
    }

    private func groups(_ identifier: TextIdentifier?) -> [ProposalGroup] {
        ProposalGroup.groups(
            known.filter { identifier == nil || $0.text.identifier == identifier })
    }

    // MARK: Notifications from the wrapper

    /// Marks a component that was localized.
    func didLocalize(_ component: any LocalizableComponent, for identifier: TextIdentifier) {
        mark(component, identifier)
    }

    /// Updates the marks of the components with an identifier after their text has changed.
    func didChange(_ identifier: TextIdentifier) {
        guard state.isActive else { return }
        if state.screen != nil { openScreenList() }
        for component in wrapper.liveComponents(for: identifier) { mark(component, identifier) }
    }

    /// Updates the marks of all components after their texts may have changed.
    func didChangeAll() {
        guard state.isActive else { return }
        if state.screen != nil { openScreenList() }
        for (component, identifier) in wrapper.liveComponents { mark(component, identifier) }
    }
}
