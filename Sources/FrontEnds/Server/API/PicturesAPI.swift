import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Machine
package import Pictures
import ReadModel
import Representations
import Texts
package import Translation
import Workspace

extension APIRoutes {
    /// The routes for the pictures of strings.
    var pictureRoutes: [Route] { [show, add, attach, detach, remove] }

    private var show: Route {
        route(
            "pictures.show", .get, "/pictures/{name}", "A stored picture.", access: .scope(.read),
            parameters: [
                .init(
                    "name", in: .path,
                    "Its name: the part of a string's `screenshot` after `pictures/`, up to any `#`."
                )
            ],
            answers: [
                .init(
                    200, "The picture.",
                    content: PictureFormat.allCases.map { ($0.mediaType, .string) })
            ]
        ) { call in
            let name = try call.pictureName()
            let tag = EntityTag.strong(name.hash)
            switch try await call.read({ try $0.pictures.state(of: name) }) {
            case .stored(let bytes):
                var response =
                    call.context.notModified(tag)
                    ?? .bytes(bytes, mediaType: name.format.mediaType)
                response.headers[.eTag] = tag.field
                // A removed picture must not stay in caches.
                response.headers[.cacheControl] = "private, no-cache"
                response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
                response.headers[.crossOriginResourcePolicy] = "same-origin"
                return response
            case .removed:
                throw Problem(
                    ProblemCode(.noText), "The picture was removed.", hint: "Attach another one.",
                    onPages: .init("The picture was removed.", hint: nil))
            case .missing:
                throw Problem(
                    ProblemCode(.noText), "The picture is not on this server.",
                    hint: "Send it to a repository that this server syncs with.",
                    onPages: .init("The picture is not on this server.", hint: nil))
            }
        }
    }

    private var add: Route {
        route(
            "pictures.add", .post, "/pictures", "Store a PNG or JPEG picture for a proposal.",
            access: .everybody, parameters: [APIParameters.guid],
            body: Route.Body(
                content: PictureFormat.allCases.map { ($0.mediaType, .string) },
                maximumBytes: Picture.maximumBytes),
            answers: [
                .json(
                    .object(required: ["picture": .string]), status: 201,
                    "The name for the proposal's `picture`.")
            ]
        ) { call in
            try call.requireDevelopment()
            let proposer = try call.proposer(guid: call.context.guid)
            try await call.requireRoom(for: proposer)
            let file = try await call.context.body()
            try call.countPicture(of: proposer)
            let picture = try await call.addPicture(
                file,
                upTo: proposer.isTester ? call.project.settings.limits.pictureBytes : nil)
            return .json(
                .object { $0.add("picture", picture.description) }, status: .created,
                headers: [
                    .location: call.context.links.absolute(
                        "/api/v1/projects/\(call.project.settings.name)/\(picture)")
                ])
        }
    }

    private var attach: Route {
        route(
            "strings.picture.edit", .put, "/string/picture",
            "Attach a PNG or JPEG picture to a string, in place of its screenshot.",
            access: .right(.edit),
            parameters: [
                APIParameters.section, APIParameters.key,
                .init(
                    "mark", in: .query,
                    "The place of the text, as `x,y,width,height` in pixels from the upper left corner."
                ),
            ] + APIParameters.conditional,
            body: Route.Body(
                content: PictureFormat.allCases.map { ($0.mediaType, .string) },
                maximumBytes: Picture.maximumBytes),
            answers: APIAnswers.written
        ) { call in
            try call.requireLanguage(call.project.project.source)
            let string = try await call.string(try call.keyArgument())
            let mark = try call.mark()
            let added = try await call.addPicture(try await call.context.body(), mark: mark)
            let picture = added.keepingMark(
                of: try await call.read { try $0.pictureReference(of: string) })
            return try await call.setScreenshot(.set(Definition.Screenshot(picture)), of: string) {
                $0.add("screenshot", picture.description)
            }
        }
    }

    private var detach: Route {
        route(
            "strings.picture.remove", .delete, "/string/picture",
            "Remove a string's screenshot, and for good its picture if nothing else uses it.",
            access: .right(.edit),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            answers: APIAnswers.written
        ) { call in
            // The picture belongs to the whole project.
            try call.requireAllLanguages()
            let string = try await call.string(try call.keyArgument())
            let name = try await call.read { try $0.pictureName(of: string) }
            let response = try await call.setScreenshot(.remove, of: string)
            if let name { _ = try await call.removeUnusedPicture(name) }
            return response
        }
    }

    private var remove: Route {
        route(
            "pictures.remove", .delete, "/pictures/{name}",
            "Remove a stored picture for good, whatever refers to it.", access: .right(.edit),
            parameters: [.init("name", in: .path, "Its name.")],
            answers: [.init(204, "The picture is gone.")]
        ) { call in
            try call.requireAllLanguages()
            try await call.removePicture(try call.pictureName())
            return Response(status: .noContent)
        }
    }
}

extension ProjectCall {
    /// Decodes a picture, stores it, and returns the reference to it.
    ///
    /// It runs in the lane for slow reads, so that only one picture is decoded at a time. Throws
    /// `too-many` for a new picture if the project's pictures already have `limit` bytes.
    package func addPicture(
        _ file: [UInt8], mark: PictureMark? = nil, upTo limit: Int? = nil
    ) async throws -> PictureReference {
        let committer = committer
        return try await readSlowly { snapshot in
            let picture = try Picture(checking: file)
            let reference = try picture.reference(mark)
            if let limit { try snapshot.requireRoom(for: picture, upTo: limit) }
            try snapshot.addPicture(picture, committer: committer)
            return reference
        }
    }

    /// Removes a stored picture for good.
    package func removePicture(_ name: PictureName) async throws {
        let committer = committer
        try await readSlowly { try $0.removePicture(name, committer: committer) }
    }

    /// Removes a stored picture for good, unless something refers to it.
    ///
    /// Ignores the reference by `proposal`. Returns the names of the strings and open proposals
    /// that keep the picture, or nil if it was removed.
    package func removeUnusedPicture(
        _ name: PictureName, of proposal: EventID? = nil
    ) async throws -> String? {
        let committer = committer
        return try await readSlowly { snapshot in
            let uses = try snapshot.uses(of: name, besides: proposal)
            guard uses.isEmpty else { return uses.summary(in: snapshot.project) }
            try snapshot.removePicture(name, committer: committer)
            return nil
        }
    }

    /// Throws `too-many` if a tester, or all testers together, sent too many pictures today.
    fileprivate func countPicture(of proposer: Proposer) throws(Problem) {
        let limits = project.settings.limits
        guard proposer.isTester,
            !project.testers.countPicture(
                of: proposer.hashed, at: context.host.now(), mostOfGuid: limits.testerPictures,
                most: limits.dailyPictures)
        else { return }
        throw Problem(
            .tooMany, "Testers have reached today's limit for pictures.",
            hint: "Propose without a picture, or try again tomorrow.",
            headers: [.retryAfter: "3600"])
    }

    /// Returns the reference to a stored picture, which a proposal may have.
    ///
    /// Throws `invalid-value` if no such picture is stored, or if it does not contain the mark.
    func storedPicture(_ reference: String) async throws -> String {
        guard PictureReference(reference) != nil else {
            throw Problem(
                ProblemCode(.invalidValue), "“picture” is not the name of a stored picture.",
                hint: "Send the picture to /pictures first.", onPages: .damaged)
        }
        return try await read { try $0.screenshot(at: reference) }.url
    }

    /// Returns the parameter `mark`, or nil if it is absent.
    fileprivate func mark() throws(Problem) -> PictureMark? {
        guard let text = context.query["mark"] else { return nil }
        guard let mark = PictureMark(text) else {
            throw Problem(
                ProblemCode(.invalidValue), "“mark” is not a valid mark.",
                hint: "Send x,y,width,height, such as 40,120,300,48.")
        }
        return mark
    }

    fileprivate func setScreenshot(
        _ change: DefinitionEdit.Change<Definition.Screenshot>, of string: StringID,
        extra: (inout JSONMembers) -> Void = { _ in }
    ) async throws -> Response {
        var edit = DefinitionEdit()
        edit.screenshot = change
        let receipt = try await write(
            Action(.editString(string, edit)), if: try precondition())
        return answer(receipt, extra: extra)
    }

    fileprivate func pictureName() throws(Problem) -> PictureName {
        if let name = PictureName(context["name"]) { return name }
        throw Problem(
            .unknownPath, "No picture has this name.",
            hint: "Use the part of a string's “screenshot” after “pictures/” and before “#”.",
            onPages: .init("There is no page at this address.", hint: nil))
    }
}

extension Snapshot {
    /// Throws `too-many` if a picture is not stored, and the stored ones already have `limit` bytes.
    fileprivate func requireRoom(for picture: Picture, upTo limit: Int) throws {
        guard try !pictures.isStored(picture.name),
            try pictures.sizes.values.reduce(0, +) >= limit
        else { return }
        throw Problem(
            .tooMany, "The project's pictures have reached the limit for their total size.",
            hint: "Propose without a picture.")
    }
}
