import EventStore
import Git
import GitEventStore
import Machine
package import Pictures
import ReadModel
package import Texts
package import Translation

extension ProjectScope {
    /// The project's stored pictures.
    package var pictures: PictureStore { PictureStore(store.repository, host: host) }

    /// Stores a picture; see ``PictureStore/add(_:author:)``.
    ///
    /// `committer` is nil for the author in Git's configuration.
    package func addPicture(_ picture: Picture, committer: Actor? = nil) throws {
        try pictures.add(picture, author: pictureAuthor(committer))
    }

    /// Removes a picture; see ``PictureStore/remove(_:author:)``.
    package func removePicture(_ name: PictureName, committer: Actor? = nil) throws {
        try pictures.remove(name, author: pictureAuthor(committer))
    }

    /// Returns the screenshot for a definition, given an address or a reference to a stored
    /// picture.
    ///
    /// Throws a refusal if the picture is not stored, or does not contain the mark.
    package func screenshot(at address: String) throws -> Definition.Screenshot {
        guard let reference = PictureReference(address) else {
            return Definition.Screenshot(url: address)
        }
        guard reference.description == address else {
            throw Refusal(
                .invalidValue, "The reference to the picture \(reference.name) is not valid.",
                hint: "A mark has the form #xywh=40,120,300,48.")
        }
        try require(reference)
        return Definition.Screenshot(reference)
    }

    /// Throws a refusal if a picture is not stored, or does not contain the mark.
    private func require(_ picture: PictureReference) throws {
        let size = try picture.mark == nil ? nil : pictures.size(of: picture.name)
        guard try size != nil || picture.mark == nil && pictures.isStored(picture.name) else {
            throw Refusal(
                .invalidValue, "The picture \(picture.name.reference) is not stored.",
                hint: Refusal.Hint(
                    typed: "Attach its file, or fetch it with `dragoman sync --pictures`.",
                    http: "Send the picture to /pictures first."))
        }
        if let mark = picture.mark { try size?.require(mark) }
    }

    fileprivate func pictureAuthor(_ committer: Actor?) throws -> Author {
        try Workspace.author(committer, of: store.repository, host: host)
    }
}

extension Workspace {
    /// Drops the pictures that no event names, and returns their names.
    ///
    /// Throws a refusal if another branch has a log, whose events may name them.
    package func dropUnusedPictures() throws -> [PictureName] {
        let others = try otherBranchesWithLogs()
        guard others.isEmpty else {
            throw Refusal(
                .contradiction,
                "Other branches may use pictures: \(others.joined(separator: ", ")).",
                hint: .typed(
                    "Delete these branches, or remove pictures by name: `dragoman picture list` lists them."
                ))
        }
        let names = try read(at: .tip) { try $0.unusedPictures }
        try pictures.drop(names, author: pictureAuthor(nil))
        return names
    }

    /// Returns the short names of the other local branches with a log.
    private func otherBranchesWithLogs() throws -> [String] {
        let repository = store.repository
        let own = try repository.directName(of: store.branch)
        return try repository.references(matching: "refs/heads/*").filter { branch in
            try repository.directName(of: branch.name) != own
                && repository.entry(atPath: GitEventStore.projectFile, in: branch.target) != nil
        }.map(\.name.shorthand)
    }
}

extension Snapshot {
    /// Returns the name of a string's stored picture, or nil if it has none.
    package func pictureName(of string: StringID) throws -> PictureName? {
        try pictureReference(of: string)?.name
    }

    /// Returns the reference to a string's stored picture, or nil if it has none.
    package func pictureReference(of string: StringID) throws -> PictureReference? {
        try model.definitions(string).currentDefinition?.screenshot
            .flatMap { PictureReference($0.url) }
    }
}

extension ProjectScope {
    /// Returns true if the screenshot of a definition is a stored picture that is here.
    package func hasPicture(of definition: Definition) throws -> Bool {
        try definition.screenshot.flatMap { PictureReference($0.url) }
            .map { try pictures.isStored($0.name) } ?? false
    }
}

extension Picture {
    /// Decodes a file like ``init(recoding:)``, and throws a ``Refusal`` for one that cannot be
    /// stored.
    package init(checking file: [UInt8]) throws(Refusal) {
        do throws(PictureError) {
            try self.init(recoding: file)
        } catch {
            throw Refusal(.invalidFile, error.sentence, hint: .advice(error.remedy))
        }
    }

    /// Returns the reference to the picture with a mark.
    ///
    /// Throws a refusal if the mark is not in the picture.
    package func reference(_ mark: PictureMark?) throws(Refusal) -> PictureReference {
        try mark.map(size.require)
        return PictureReference(name, mark: mark)
    }
}

extension PictureSize {
    /// Throws a refusal if a mark is not in a picture of this size.
    package func require(_ mark: PictureMark) throws(Refusal) {
        guard mark.lies(in: self) else {
            throw Refusal(
                .invalidValue,
                "The mark \(mark) is not inside the picture, which is \(width) × \(height) pixels.",
                hint: "A mark has the form x,y,width,height, in pixels from the upper left corner.")
        }
    }
}

extension Definition.Screenshot {
    /// Creates the screenshot that is a stored picture.
    package init(_ picture: PictureReference) {
        self.init(url: picture.description, sha256: picture.name.hash)
    }
}
