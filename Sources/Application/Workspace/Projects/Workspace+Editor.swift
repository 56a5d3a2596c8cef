import Git
import GitEventStore
import Machine

extension Workspace {
    /// The editor that Git is configured to use: `GIT_EDITOR`, otherwise `core.editor`; `nil` if
    /// neither is set.
    ///
    /// Git would then use `VISUAL` and `EDITOR`:
    /// <https://git-scm.com/docs/git-var#Documentation/git-var.txt-GITEDITOR>.
    public var editor: String? {
        host.variable("GIT_EDITOR") ?? (try? store.repository.string(forKey: "core.editor"))
    }
}
