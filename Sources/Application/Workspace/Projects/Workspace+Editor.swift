import Git
import GitEventStore
import Machine

extension Workspace {
    /// The editor that Git is told to use: `GIT_EDITOR`, else `core.editor`; `nil` where neither says one.
    ///
    /// Without one, Git takes `VISUAL` and `EDITOR`: <https://git-scm.com/docs/git-var#Documentation/git-var.txt-GITEDITOR>.
    public var editor: String? {
        host.variable("GIT_EDITOR") ?? (try? store.repository.string(forKey: "core.editor"))
    }
}
