import EventStore
package import GitEventStore
import Machine
import Texts

extension EventPath {
    /// Returns true if some file system confuses a name in the root of the tree with `events` or
    /// the project file.
    package static func isLookalike(_ name: String) -> Bool {
        let folded = PortableName.folded(name)
        return [GitEventStore.eventsDirectory, GitEventStore.projectFile]
            .contains { !name.hasSameBytes(as: $0) && folded == $0 }
    }
}
