#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import UIKit

/// The list of texts on the screen.
///
/// A tap selects a text. This behaviour can be verified only on a device.
public final class ScreenListController: UITableViewController {
    private let mode: TextEditMode
    private var texts: [ScreenText] = []

    /// Creates a list for an edit mode, which selects texts and closes the list.
    public init(mode: TextEditMode) {
        self.mode = mode
        super.init(style: .grouped)
        title = mode.wrapper.text(of: .textsOnScreen)
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done,
            primaryAction: UIAction { [mode] _ in mode.closeScreenList() })
    }

    /// Not available, because the list is not used in storyboards.
    public required init?(coder: NSCoder) { nil }

    /// Shows texts.
    public func show(_ texts: [ScreenText]) {
        guard texts != self.texts else { return }
        self.texts = texts
        tableView.reloadData()
    }

    public override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        texts.count
    }

    public override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        guard texts.indices.contains(indexPath.row) else { return cell }
        let text = texts[indexPath.row]
        cell.textLabel?.text = text.text
        cell.textLabel?.textColor = text.hasOwnProposal ? .systemBlue : .label
        cell.textLabel?.numberOfLines = 0
        cell.detailTextLabel?.text = text.identifier.description
        return cell
    }

    public override func tableView(
        _ tableView: UITableView, didSelectRowAt indexPath: IndexPath
    ) {
        guard texts.indices.contains(indexPath.row) else { return }
        mode.select(texts[indexPath.row].identifier)
    }
}
#endif
