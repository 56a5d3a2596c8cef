#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// The list of proposals, grouped by text.
///
/// The tester's own proposals are blue and can be deleted with a swipe. This behaviour can be
/// verified only on a device.
public final class ProposalListController: UITableViewController {
    private let mode: TextEditMode
    private var groups: [ProposalGroup] = []

    /// Creates a list for an edit mode, which deletes proposals and closes the list.
    public init(mode: TextEditMode) {
        self.mode = mode
        super.init(style: .grouped)
        title = mode.wrapper.text(of: .proposals)
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done,
            primaryAction: UIAction { [mode] _ in mode.closeList() })
    }

    /// Not available, because the list is not used in storyboards.
    public required init?(coder: NSCoder) { nil }

    /// Shows proposals, with the last problem above them.
    public func show(_ groups: [ProposalGroup], problem: String? = nil) {
        navigationItem.prompt = problem
        guard groups != self.groups else { return }
        self.groups = groups
        tableView.reloadData()
    }

    private func proposal(at place: IndexPath) -> ListedProposal? {
        guard groups.indices.contains(place.section) else { return nil }
        let proposals = groups[place.section].proposals
        return proposals.indices.contains(place.row) ? proposals[place.row] : nil
    }

    public override func numberOfSections(in tableView: UITableView) -> Int { groups.count }

    public override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        groups[section].proposals.count
    }

    public override func tableView(
        _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? {
        groups[section].identifier.description
    }

    public override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        guard let proposal = proposal(at: indexPath) else { return cell }
        cell.textLabel?.text = proposal.text.value
        cell.textLabel?.textColor = proposal.isOwn ? .systemBlue : .label
        cell.textLabel?.numberOfLines = 0
        cell.detailTextLabel?.text =
            proposal.text.locale
            + (proposal.isKept ? " · " + mode.wrapper.text(of: .notSent) : "")
        return cell
    }

    public override func tableView(
        _ tableView: UITableView,
        trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        guard let proposal = proposal(at: indexPath), proposal.canDelete else {
            return UISwipeActionsConfiguration(actions: [])
        }
        let title = mode.wrapper.text(of: .delete)
        let delete = UIContextualAction(style: .destructive, title: title) {
            [mode] _, _, done in
            Task {
                await mode.delete(proposal)
                done(mode.state.problem == nil)
            }
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }
}
#endif
