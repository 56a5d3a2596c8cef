import Hosting
import Hummingbird
import Pictures
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// A stored picture beside a text.
struct PictureView: Template {
    static let template = "picture"

    /// The address on this server, which is the only place that pages load pictures from.
    let src: String
    let framed: FramedPicture
}

/// The picture of a proposal.
struct ProposedPicture: Template {
    static let template = "proposed-picture"

    let shown: PictureView
    /// The form that removes the picture, for viewers who may.
    let removal: Removal?

    struct Removal: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let proposal: String
        /// The button's name, which differs from those on other cards.
        let label: String
    }
}

/// The form that attaches a picture to a string or removes it.
struct PictureForm: Template {
    static let template = "picture-form"

    let action: String
    let hidden: HiddenFields
    let unit: UnitFields
    /// The language whose page led here, and is opened next.
    let language: String
    /// The picture and its mark, if this server has a picture.
    let marking: PictureMarking?
    /// Whether the string refers to a stored picture, and the viewer may remove it.
    ///
    /// The picture may be missing here.
    let isRemovable: Bool
}

extension PageCall {
    /// Returns the stored picture of a definition, or nil if this server has none.
    func picture(of definition: Definition?, in snapshot: Snapshot) -> PictureView? {
        picture(definition?.screenshot?.url, alt: wording("text.screenshot"), in: snapshot)
    }

    /// Returns a stored picture, or nil if this server does not have it.
    private func picture(
        _ reference: String?, alt: String, in snapshot: Snapshot
    ) -> PictureView? {
        guard let reference = reference.flatMap({ PictureReference($0) }),
            (try? snapshot.pictures.isStored(reference.name)) == true
        else { return nil }
        let size =
            reference.mark == nil ? nil : try? snapshot.pictures.size(of: reference.name)
        let framed = framed(reference, size: size, alt: alt)
        return PictureView(src: framed.src, framed: framed)
    }

    /// Returns the stored picture of a proposal.
    func picture(
        of proposal: Proposal, by maker: String, in snapshot: Snapshot
    ) -> ProposedPicture? {
        let alt = wording("edit.pictureBy", ["who": maker])
        guard let shown = picture(proposal.proposed.picture, alt: alt, in: snapshot) else {
            return nil
        }
        return ProposedPicture(
            shown: shown,
            removal: mayRemovePictures
                ? .init(
                    action: path + "/string/picture", hidden: hidden(),
                    proposal: proposal.id.description,
                    label: wording("edit.removePictureBy", ["who": maker]))
                : nil)
    }

    /// Whether the viewer may remove pictures.
    ///
    /// The same rule as for the API: a picture belongs to the whole project.
    var mayRemovePictures: Bool {
        context.scope.map { $0 >= .admin } ?? false && context.principal.locales == nil
    }

    /// Attaches the uploaded picture to a string, or removes its picture.
    ///
    /// A form with a proposal removes the proposal's picture.
    func changePicture(_ form: PageForm) async throws -> Response {
        if form.fields["proposal"] != nil { return try await removePicture(ofProposal: form) }
        let source = info.source
        try project.requireLanguage(source)
        let string = try form.string()
        var edit = DefinitionEdit()
        var dropped: PictureName?
        if form.flag("remove") {
            try project.requireAllLanguages()
            dropped = try await project.read { try $0.pictureName(of: string) }
            edit.screenshot = .remove
        } else if form.flag("mark") || form.flag("unmark") {
            edit.screenshot = .set(try await markedPicture(of: string, form))
        } else {
            guard let file = form.file, !file.bytes.isEmpty else {
                throw wording.problem(
                    .usage, "problems.noPicture", hint: "problems.choosePicture")
            }
            let picture = try await project.addPicture(file.bytes)
            let current = try await project.read { try $0.pictureReference(of: string) }
            edit.screenshot = .set(Definition.Screenshot(picture.keepingMark(of: current)))
        }
        let receipt = try await write(Action(.editString(string, edit)), form)
        var answer = answer(
            wording("edit.changed", ["name": string.spelled(in: info)]), receipt)
        if let dropped {
            if let names = try await project.removeUnusedPicture(dropped) {
                answer.message = wording("done.pictureKept", ["names": names])
            } else {
                // Undoing the change would not restore the picture.
                answer.undo = []
            }
        }
        answer.next = PageAddress(path(UnitID(returnLanguage(form), string)))
        return goBack(answer, form, source)
    }

    /// Removes the picture of a proposal for good, unless something else refers to it.
    private func removePicture(ofProposal form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        let proposal = try form.proposal()
        let reference = try await project.read { try $0.model.picture(ofProposal: proposal) }
        guard let name = reference.flatMap({ PictureReference($0)?.name }) else {
            throw wording.problem(.usage, "problems.noPicture", hint: "problems.openAgain")
        }
        if let names = try await project.removeUnusedPicture(name, of: proposal) {
            throw wording.problem(
                .usage, "problems.pictureInUse", ["names": names],
                hint: "problems.removePictureThere")
        }
        return goBack(ActAnswer(message: wording("done.pictureRemoved")), form, nil)
    }
}
