import Clibgit2
import Glibc

extension GitRepository {
    /// Returns the number and size of the loose objects and packs.
    ///
    /// Cost: one `lstat` for each loose object and for each file that belongs to a pack.
    public func objectUsage() -> ObjectUsage {
        var usage = ObjectUsage()
        for (path, _) in looseObjects() {
            usage.looseObjects += 1
            usage.looseBytes += FileStamp.size(at: path)
        }
        let directory = packDirectory
        for name in OpenFiles.names(in: directory) where name.hasPrefix("pack-") {
            if name.hasSuffix(".pack") { usage.packs += 1 }
            usage.packBytes += FileStamp.size(at: "\(directory)/\(name)")
        }
        return usage
    }

    /// Returns the number of packs; one without an index is not in use.
    public func packCount() -> Int {
        OpenFiles.names(in: packDirectory).count { $0.hasPrefix("pack-") && $0.hasSuffix(".idx") }
    }

    private var packDirectory: String { "\(objectsDirectory)/pack" }

    /// Returns an estimate of the number of loose objects, based on one of the 256 directories.
    ///
    /// `git gc --auto` uses the same estimate.
    public func estimatedLooseObjects() -> Int {
        // Any of the directories would do, because ids are evenly distributed. Git uses this
        // directory too.
        OpenFiles.names(in: "\(objectsDirectory)/17").count { $0.utf8.count == 38 } * 256
    }

    /// Packs all loose objects into one pack, then removes their files, and returns the number of
    /// objects.
    ///
    /// Unreferenced objects are packed as well, because a writer may be about to reference them.
    /// The pack and its directory are synced to disk before the first file is removed. If this
    /// process is killed at any point, every object therefore still exists at least once. Objects
    /// that are stored in the meantime stay loose. Deltas are computed without file names, so packs
    /// are larger than those that `git repack` writes.
    @discardableResult
    public func packLooseObjects() throws(GitError) -> Int {
        let loose = looseObjects()
        guard !loose.isEmpty else { return 0 }
        let name = try withHandle { repository throws(GitError) -> String? in
            let builder = try unsafe GitHandle<PackBuilderObject>("git_packbuilder_new") { out in
                unsafe git_packbuilder_new(&out, repository.pointer)
            }
            _ = unsafe git_packbuilder_set_threads(builder.pointer, 0)
            for (_, id) in loose {
                var raw = id.raw
                try check(
                    unsafe git_packbuilder_insert(builder.pointer, &raw, nil),
                    "git_packbuilder_insert")
            }
            try check(
                unsafe git_packbuilder_write(builder.pointer, nil, 0, nil, nil),
                "git_packbuilder_write")
            return unsafe git_packbuilder_name(builder.pointer).map { unsafe String(cString: $0) }
        }
        guard let name else { return 0 }
        let directory = packDirectory
        for path in ["\(directory)/pack-\(name).pack", "\(directory)/pack-\(name).idx", directory] {
            sharing.adjust(path)
            try Self.sync(path)
        }
        for (path, _) in loose { _ = unsafe unlink(path) }
        try refresh()
        return loose.count
    }

    /// Returns the temporary files left behind by killed processes.
    ///
    /// These are files of this library, and those that `git` writes beside packs. They were last
    /// written more than `seconds` before `now` (seconds since 1970), they belong to this user, and
    /// no process has them open.
    public func abandonedTemporaryFiles(olderThan seconds: Int64, now: Int64) -> [String] {
        let fans = (0..<256).map { "/" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let loose = ([""] + fans).flatMap { part in
            OpenFiles.names(in: objectsDirectory + part)
                .filter { $0.hasPrefix("tmp_object_git2_") }
                .map { "\(objectsDirectory + part)/\($0)" }
        }
        return
            (Self.abandoned(loose, olderThan: seconds, now: now)
            + abandonedPackFiles(olderThan: seconds, now: now)).sorted()
    }

    /// Returns the files that ``abandonedTemporaryFiles(olderThan:now:)`` finds beside packs.
    private func abandonedPackFiles(olderThan seconds: Int64, now: Int64) -> [String] {
        let names = Set(OpenFiles.names(in: packDirectory))
        let candidates = names.filter { name in
            if ["pack_git2_", "tmp_", ".tmp-"].contains(where: name.hasPrefix) { return true }
            // A writer was killed between the two renames. A pack without our keep file may be the
            // only copy of its objects, and `git index-pack` makes its index again.
            return name.hasPrefix("pack-") && name.hasSuffix(".pack")
                && !names.contains(name.dropLast(5) + ".idx")
                && PackKeep.isOurs("\(packDirectory)/\(name.dropLast(5)).keep")
        }.map { "\(packDirectory)/\($0)" }
        let keeps = names.map { "\(packDirectory)/\($0)" }.filter(PackKeep.isOurs)
        return Self.abandoned(candidates + keeps, olderThan: seconds, now: now)
    }

    private static func abandoned(
        _ paths: [String], olderThan seconds: Int64, now: Int64
    ) -> [String] {
        paths.filter { path in
            guard let stamp = try? FileStamp.ofFile(at: path) else { return false }
            return stamp.modified < now - seconds && stamp.owner == geteuid()
                && !OpenFiles.contain(stamp)
        }
    }

    /// Removes what killed processes left beside packs, so that it neither accumulates nor prevents
    /// repacking.
    ///
    /// Temporary files are removed if they were last written more than `seconds` before `now`.
    public func removeAbandonedPackFiles(olderThan seconds: Int64, now: Int64) {
        for path in abandonedPackFiles(olderThan: seconds, now: now) { _ = unsafe unlink(path) }
        // The keep file of a pack without an index stays: it marks the pack as ours.
        let names = Set(OpenFiles.names(in: packDirectory))
        for name in names where name.hasSuffix(".keep") {
            let pack = name.dropLast(5)
            guard names.contains(pack + ".idx") || !names.contains(pack + ".pack") else { continue }
            PackKeep.removeIfAbandoned("\(packDirectory)/\(name)")
        }
    }

    private func looseObjects() -> [(path: String, id: ObjectID)] {
        (0..<256).flatMap { number -> [(path: String, id: ObjectID)] in
            let fan = (number < 16 ? "0" : "") + String(number, radix: 16)
            return OpenFiles.names(in: "\(objectsDirectory)/\(fan)").compactMap { name in
                ObjectID(hex: fan + name).map { ("\(objectsDirectory)/\(fan)/\(name)", $0) }
            }
        }
    }

    static func sync(_ path: String) throws(GitError) {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw GitError(systemCall: "fsync", path: path, number: errno)
        }
    }
}

extension FileStamp {
    fileprivate static func size(at path: String) -> Int64 {
        (try? ofFile(at: path))?.size ?? 0
    }
}
