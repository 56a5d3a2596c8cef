import JSON
import Texts
import Translation

extension Workspace {
    /// Imports the strings from sources: new strings, comments, source texts, and the files that
    /// use them.
    ///
    /// Renames strings with a new key in the same place. With `prunes`, removes strings that are
    /// gone. Also removes the strings in `removed`, regardless of their origin. Throws a
    /// ``Refusal`` if the sources still use one of these strings, or if an idempotency key is given
    /// and there are renames.
    public func takeOver(
        _ sources: AppSources, roots: [String], prunes: Bool, removing removed: [KeyArgument] = [],
        idempotencyKey: String?, isDryRun: Bool
    ) throws -> (outcome: Outcome, comparison: SourceComparison) {
        let (found, named) = try readForWriting { snapshot in
            let found = try snapshot.compare(sources, roots: roots)
            return (found, try removed.map { try snapshot.removable($0, found) })
        }
        let file = found.fileImport(
            in: project, removing: named + (prunes ? found.gone.map(\.string) : []))
        let renames = found.renames
        guard !renames.isEmpty else {
            return (
                try perform(
                    "extract", idempotencyKey: idempotencyKey, isDryRun: isDryRun,
                    .importFiles([file])), found
            )
        }
        guard idempotencyKey == nil else { throw ImportRequest.renamesWithKey }
        let outcome = try transact { attempt, snapshot in
            let context = log.context(actor: attempt.actor, guid: nil)
            let renaming = try Renaming(renames, snapshot, context, attempt.clock)
            var work = ImportWork(
                attempt, snapshot, renaming.state, context: context, isDryRun: isDryRun,
                clock: renaming.clock)
            try work.take([file], after: renaming.events)
            return work.decided(verb: "extract")
        } append: { decided, attempt in
            try written(decided(attempt))
        }
        return (outcome, found)
    }
}

extension SourceComparison {
    /// Returns the strings in the sources as an import.
    fileprivate func fileImport(in project: Project, removing removed: [StringID]) -> FileImport {
        let isNew = Set(new.map(\.string) + renames.map(\.new))
        let mark = JSONObject(uniqueMembers: [("new", .bool(true))])
        let entries = current.map { item in
            FileEntry(
                string: item.mention.string, value: item.text,
                details: StringDetails(
                    comment: item.mention.comment, references: item.references,
                    meta: isNew.contains(item.mention.string) ? mark : nil))
        }
        return FileImport(
            locale: project.source, entries: entries, metaName: Snapshot.metaNameOfSources,
            gone: Set(removed).sorted(), resources: resources)
    }
}
