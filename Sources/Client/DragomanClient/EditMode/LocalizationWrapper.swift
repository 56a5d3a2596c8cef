/// Shows texts and the tester's own proposals in components, which it references weakly.
///
/// After a restart, the tester's own proposals are shown again until they are decided. NStack's
/// client, in contrast, forgets them when the app ends.
@MainActor public final class LocalizationWrapper: LocalizationWrappable {
    /// The wrapper used by the `localize(for:)` methods of components and by ``translations()``.
    ///
    /// The app sets it on launch.
    public static var shared: LocalizationWrapper?

    /// The best-fit language according to the server, or nil if the server has not reported one
    /// yet.
    public private(set) var bestFitLanguage: String?
    /// The languages that were requested when the server chose the best fit.
    public private(set) var lastAcceptHeader: String?
    /// The store for proposals, or nil if the app does not have a store.
    public let proposals: ProposalStore?

    let source: any LocalizationSource
    private var components = ComponentTable()
    private var own = OwnTexts()
    private var ownValues: [ProposedText.Slot: String] = [:]
    /// Values that are shown while they are being sent.
    private var sending: [ProposedText.Slot: (number: Int, value: String)] = [:]
    private var updating: Task<Void, any Error>?
    private var number = 0
    private var applied = 0
    /// The wrapper's edit mode, if there is one.
    public internal(set) weak var editMode: TextEditMode?

    /// Creates a wrapper.
    ///
    /// Call ``restoreProposals()`` on launch to show the tester's own proposals again.
    public init(
        source: any LocalizationSource, proposals: ProposalStore? = nil,
        bestFitLanguage: String? = nil
    ) {
        self.source = source
        self.proposals = proposals
        self.bestFitLanguage = bestFitLanguage
    }

    // MARK: Texts

    /// Returns the text shown for an identifier: the tester's own proposal in the best-fit
    /// language, otherwise the source's text.
    public func text(for identifier: TextIdentifier) -> String? {
        ownValue(for: identifier) ?? source.text(for: identifier)
    }

    /// Returns the text shown for an identifier, with its placeholders filled.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        ownValue(for: identifier).map { source.completed($0, with: values) }
            ?? source.text(for: identifier, with: values)
    }

    /// Returns the text for a tester to edit: the tester's own proposal, otherwise the form that
    /// the components show.
    ///
    /// Its placeholders are not filled.
    public func template(for identifier: TextIdentifier) -> String? {
        let values = components.items(for: identifier).first?.values ?? TextValues()
        return ownValue(for: identifier) ?? source.template(for: identifier, with: values)
    }

    /// Returns true if this installation has a proposal for the text in the best-fit language.
    public func hasOwnProposal(for identifier: TextIdentifier) -> Bool {
        ownValue(for: identifier) != nil
    }

    private func ownValue(for identifier: TextIdentifier) -> String? {
        guard let language = bestFitLanguage else { return nil }
        let slot = ProposedText.Slot(identifier: identifier, locale: language)
        return sending[slot]?.value ?? ownValues[slot]
    }

    /// Returns the texts by section and key, including the tester's own proposals.
    public func translations() -> Translations { Translations { self.text(for: $0) } }

    // MARK: Components

    /// Shows the text for an identifier in a component, now and after every change, with its
    /// placeholders filled.
    ///
    /// If there is no text for the identifier, the component is unchanged. Call this method again
    /// when the values change.
    public func localize(
        _ component: any LocalizableComponent, for identifier: TextIdentifier,
        with values: TextValues
    ) {
        components.add(component, identifier, values)
        if let text = text(for: identifier, with: values) { component.showLocalized(text) }
        editMode?.didLocalize(component, for: identifier)
    }

    /// Returns true if a live component shows the text for the identifier.
    public func containsComponent(for identifier: TextIdentifier) -> Bool {
        !components.items(for: identifier).isEmpty
    }

    /// All live components with their identifiers, in the order in which they were localized.
    public var liveComponents: [(component: any LocalizableComponent, identifier: TextIdentifier)] {
        components.all.map { ($0.component, $0.identifier) }
    }

    /// All live components with their texts, in the order in which they were localized.
    var liveItems: [ComponentTable.Item] { components.all }

    /// Returns the live components that show the text for an identifier, in the order in which they
    /// were localized.
    public func liveComponents(for identifier: TextIdentifier) -> [any LocalizableComponent] {
        components.items(for: identifier).map(\.component)
    }

    /// Returns the identifier of the text that a component shows, or nil if the component was never
    /// localized.
    public func identifier(of component: any LocalizableComponent) -> TextIdentifier? {
        components.identifier(of: component)
    }

    private func show(_ identifier: TextIdentifier) {
        for item in components.items(for: identifier) {
            let text = text(for: identifier, with: item.values)
            item.component.showLocalized(text ?? identifier.description)
        }
        editMode?.didChange(identifier)
    }

    private func showAll() {
        for item in components.all {
            guard let text = text(for: item.identifier, with: item.values) else { continue }
            item.component.showLocalized(text)
        }
        editMode?.didChangeAll()
    }

    // MARK: Updates

    /// Fetches new texts in the background and shows them.
    public func updateTranslations() { updateTranslations { _ in } }

    /// Fetches new texts in the background and shows them.
    ///
    /// Then calls `completion`, with an error if nothing was fetched.
    public func updateTranslations(_ completion: @escaping @MainActor ((any Error)?) -> Void) {
        Task {
            do {
                try await updateTranslations()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    /// Fetches new texts and shows them.
    ///
    /// Then sends stored proposals, and forgets this installation's proposals that were decided.
    /// Overlapping calls share one update. If the source throws an error, the error is rethrown and
    /// the texts are unchanged.
    public func updateTranslations() async throws {
        if let updating { return try await updating.value }
        let task = Task {
            defer { updating = nil }
            try await handleLocalizationModels(try await source.localizationModels())
        }
        updating = task
        try await task.value
    }

    /// Processes the server's list of localizations.
    ///
    /// The best-fit language changes only if a model is marked as the best fit, and only after its
    /// texts were fetched. If calls overlap, the call that started last wins.
    public func handleLocalizationModels(
        _ models: [LocalizationModel], acceptHeaderUsed: String? = nil
    ) async throws {
        number += 1
        let turn = number
        let best = models.first(where: \.isBestFit)?.locale ?? bestFitLanguage
        try await source.update(models, bestFitLanguage: best)
        if turn > applied {
            applied = turn
            bestFitLanguage = models.first(where: \.isBestFit)?.locale ?? bestFitLanguage
            lastAcceptHeader = acceptHeaderUsed ?? lastAcceptHeader
        }
        showAll()
        await synchronizeProposals()
    }

    // MARK: Proposals

    /// Shows this installation's proposals from earlier launches again, without asking the server.
    public func restoreProposals() async { await reloadOwn() }

    /// Sends stored proposals, and asks the server which of this installation's proposals are still
    /// open.
    ///
    /// Errors are recorded in ``ProposalStore/state``.
    public func synchronizeProposals() async {
        guard let proposals, proposals.settings.obstacle == nil else { return }
        await proposals.sendKept()
        _ = try? await proposals.proposals()
        await reloadOwn()
    }

    /// Proposes a value in the best-fit language.
    ///
    /// Throws ``ProposalError/noBestFitLanguage`` if the best-fit language is not known.
    @discardableResult
    public func storeProposal(
        _ value: String, for identifier: TextIdentifier
    ) async throws(ProposalError) -> ProposalOutcome {
        guard let language = bestFitLanguage else { throw .noBestFitLanguage }
        return try await storeProposal(value, locale: language, for: identifier)
    }

    /// Proposes a value.
    ///
    /// If the locale is the best fit, shows the value immediately.
    @discardableResult
    public func storeProposal(
        _ value: String, locale: String, for identifier: TextIdentifier
    ) async throws(ProposalError) -> ProposalOutcome {
        guard let proposals else { throw .disabled }
        if let obstacle = proposals.settings.obstacle { throw obstacle }
        let text = ProposedText(identifier: identifier, locale: locale, value: value)
        number += 1
        let turn = number
        sending[text.slot] = (turn, value)
        show(identifier)
        let result: Result<ProposalOutcome, ProposalError>
        do {
            result = .success(try await proposals.propose(text))
        } catch {
            result = .failure(error)
        }
        await reloadOwn()
        // Another value may have been proposed in the meantime.
        if sending[text.slot]?.number == turn {
            sending[text.slot] = nil
            show(identifier)
        }
        return try result.get()
    }

    /// Deletes one of this installation's proposals.
    ///
    /// Components show the source's text again.
    public func deleteProposal(_ proposal: ListedProposal) async throws(ProposalError) {
        guard let proposals else { throw .disabled }
        let result: Result<Void, ProposalError>
        do {
            result = .success(try await proposals.delete(proposal))
        } catch {
            result = .failure(error)
        }
        await reloadOwn()
        try result.get()
    }

    /// Loads this installation's own proposals from the store, and shows the changes.
    func reloadOwn() async {
        guard let proposals, proposals.settings.obstacle == nil else { return }
        let next = await proposals.ownTexts()
        guard next.revision >= own.revision else { return }
        let values = Dictionary(
            next.texts.map { ($0.slot, $0.value) }, uniquingKeysWith: { $1 })
        let slots = Set(values.keys).union(ownValues.keys)
        let changed = slots.filter { slot in
            !(values[slot] ?? "").utf8.elementsEqual((ownValues[slot] ?? "").utf8)
                || (values[slot] == nil) != (ownValues[slot] == nil)
        }
        own = next
        ownValues = values
        for identifier in Set(changed.map(\.identifier)).sorted() { show(identifier) }
        await editMode?.takeKnown()
    }
}

/// Returns the texts of ``LocalizationWrapper/shared``.
///
/// If there is no shared wrapper, no text is found.
@MainActor public func translations() -> Translations {
    LocalizationWrapper.shared?.translations() ?? Translations { _ in nil }
}
