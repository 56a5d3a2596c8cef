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
        let directory = "\(objectsDirectory)/pack"
        for name in OpenFiles.names(in: directory) where name.hasPrefix("pack-") {
            if name.hasSuffix(".pack") { usage.packs += 1 }
            usage.packBytes += FileStamp.size(at: "\(directory)/\(name)")
        }
        return usage
    }

    /// Returns the number of packs.
    public func packCount() -> Int {
        OpenFiles.names(in: "\(objectsDirectory)/pack").count {
            $0.hasPrefix("pack-") && $0.hasSuffix(".pack")
        }
    }

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
        let directory = "\(objectsDirectory)/pack"
        for path in ["\(directory)/pack-\(name).pack", "\(directory)/pack-\(name).idx", directory] {
            sharing.adjust(path)
            try Self.sync(path)
        }
        for (path, _) in loose { _ = unsafe unlink(path) }
        try refresh()
        return loose.count
    }

    /// Returns the temporary files left behind by killed processes that used this library.
    ///
    /// These files were last written more than `seconds` before `now` (seconds since 1970). They
    /// belong to this user, and no process has them open.
    public func abandonedTemporaryFiles(olderThan seconds: Int64, now: Int64) -> [String] {
        var paths: [String] = []
        let fans = (0..<256).map { "/" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        for part in ["", "/pack"] + fans {
            let directory = objectsDirectory + part
            for name in OpenFiles.names(in: directory) {
                let path = "\(directory)/\(name)"
                guard
                    name.hasPrefix("tmp_object_git2_") || name.hasPrefix("pack_git2_")
                        || PackFile.isKept(path)
                else { continue }
                guard let stamp = try? FileStamp.ofFile(at: path),
                    stamp.modified < now - seconds, stamp.owner == geteuid(),
                    !OpenFiles.contain(stamp)
                else { continue }
                paths.append(path)
            }
        }
        return paths.sorted()
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
