import Hosting
import Hummingbird
import Pictures
import Server
import Texts
import Translation
import Workspace

/// A stored picture beside a text.
struct PictureView: Template {
    static let template = "picture"

    /// The address on this server, which is the only place that pages load pictures from.
    let src: String
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
        let picture: String
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
    let shown: PictureView?
    /// Whether the string refers to a stored picture, which may be missing here.
    let isStored: Bool
}

extension PageCall {
    /// Returns the stored picture of a definition, or nil if this server has none.
    func picture(of definition: Definition?, in snapshot: Snapshot) -> PictureView? {
        picture(definition?.screenshot?.url, in: snapshot)
    }

    /// Returns a stored picture, or nil if this server does not have it.
    func picture(_ reference: String?, in snapshot: Snapshot) -> PictureView? {
        guard let name = reference.flatMap({ PictureName(reference: $0) }),
            (try? snapshot.pictures.isStored(name)) == true
        else { return nil }
        return PictureView(src: site.path("/api/v1/projects/\(self.name)/pictures/\(name)"))
    }

    /// Returns the stored picture of a proposal.
    func picture(of proposed: ProposedText, in snapshot: Snapshot) -> ProposedPicture? {
        guard let reference = proposed.picture, let shown = picture(reference, in: snapshot) else {
            return nil
        }
        let mayRemove = context.scope.map { $0 >= .admin } ?? false
        return ProposedPicture(
            shown: shown,
            removal: mayRemove
                ? .init(action: path + "/string/picture", hidden: hidden(), picture: reference)
                : nil)
    }

    /// Attaches the uploaded picture to a string, or removes its picture or that of a proposal for
    /// good.
    func changePicture(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        if let name = form.fields["picture"].flatMap({ PictureName(reference: $0) }) {
            try await project.removePicture(name)
            return goBack(ActAnswer(message: wording("done.pictureRemoved")), form, nil)
        }
        let string = try form.string()
        var edit = DefinitionEdit()
        var removed: PictureName?
        if form.flag("remove") {
            removed = try await project.read { try $0.pictureName(of: string) }
            edit.screenshot = .remove
        } else {
            guard let file = form.file, !file.bytes.isEmpty else {
                throw wording.problem(
                    .usage, "problems.noPicture", hint: "problems.choosePicture")
            }
            edit.screenshot = .set(try await project.addPicture(file.bytes))
        }
        let receipt = try await write(Action(.editString(string, edit)), form)
        if let removed { try await project.removePicture(removed) }
        var answer = answer(
            wording("edit.changed", ["name": string.spelled(in: info)]), receipt)
        // Undoing the change would not bring back the picture.
        if removed != nil { answer.undo = [] }
        answer.next = PageAddress(path(UnitID(returnLanguage(form), string)))
        return goBack(answer, form, source)
    }
}
