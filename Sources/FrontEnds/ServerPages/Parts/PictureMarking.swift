import Hosting
import Pictures
import Server
import Texts
import Translation
import Workspace

/// A picture with a rectangle around the place that shows a text.
struct PictureDrawing: Template {
    static let template = "drawing"

    let src: String
    let alt: String
    /// The size of the picture in pixels, which are the units of the mark.
    let width: String
    let height: String
    let mark: Mark

    struct Mark: TemplateValues {
        let x: String
        let y: String
        let width: String
        let height: String

        /// Creates a mark, or an empty one, which is invisible until a script enlarges it.
        init(_ mark: PictureMark?) {
            x = String(mark?.x ?? 0)
            y = String(mark?.y ?? 0)
            width = String(mark?.width ?? 0)
            height = String(mark?.height ?? 0)
        }
    }
}

/// The fields that mark the place of a text in a picture.
struct PictureMarking: TemplateValues {
    let drawing: PictureDrawing
    /// The sentence that states the size of the picture.
    let hint: String
    let numbers: [Number]
    let isMarked: Bool

    struct Number: TemplateValues {
        let name: String
        let label: String
        let least: String
        let most: String
        /// The number, or an empty text if no place is marked.
        let value: String
    }
}

extension PageCall {
    func src(of picture: PictureName) -> String {
        site.path("/api/v1/projects/\(name)/pictures/\(picture)")
    }

    /// Returns a stored picture with a mark, or nil if the picture cannot be read.
    func drawing(
        _ picture: PictureReference, alt: String, in snapshot: Snapshot
    ) -> PictureDrawing? {
        guard let size = try? snapshot.pictures.size(of: picture.name) else { return nil }
        return PictureDrawing(
            src: src(of: picture.name), alt: alt, width: String(size.width),
            height: String(size.height), mark: .init(picture.mark))
    }

    /// Returns the fields for the mark of a string's picture, or nil if this server has none.
    func marking(of string: StringID, in snapshot: Snapshot) throws -> PictureMarking? {
        guard let picture = try snapshot.pictureReference(of: string),
            let size = try snapshot.pictures.size(of: picture.name),
            let drawing = drawing(picture, alt: wording("text.screenshot"), in: snapshot)
        else { return nil }
        func number(
            _ name: String, _ label: TextKey, _ range: ClosedRange<Int>,
            _ value: KeyPath<PictureMark, Int>
        ) -> PictureMarking.Number {
            .init(
                name: name, label: wording(label), least: String(range.lowerBound),
                most: String(range.upperBound),
                value: picture.mark.map { String($0[keyPath: value]) } ?? "")
        }
        return PictureMarking(
            drawing: drawing,
            hint: wording("edit.markHint", ["width": drawing.width, "height": drawing.height]),
            numbers: [
                number("x", "edit.markLeft", 0...size.width - 1, \.x),
                number("y", "edit.markTop", 0...size.height - 1, \.y),
                number("width", "edit.markWidth", 1...size.width, \.width),
                number("height", "edit.markHeight", 1...size.height, \.height),
            ], isMarked: picture.mark != nil)
    }

    /// Returns a string's picture with the mark in a form, or without one if the mark was removed.
    func markedPicture(
        of string: StringID, _ form: PageForm
    ) async throws -> Definition.Screenshot {
        let numbers = ["x", "y", "width", "height"].map { form.fields[$0] ?? "" }
        let mark = form.flag("unmark") ? nil : PictureMark(numbers.joined(separator: ","))
        let size = try await project.read { snapshot in
            try snapshot.pictureReference(of: string).flatMap { picture in
                try snapshot.pictures.size(of: picture.name).map { (picture.name, $0) }
            }
        }
        guard let (picture, size) = size else {
            throw wording.problem(.usage, "problems.noPicture", hint: "problems.openAgain")
        }
        guard form.flag("unmark") || mark?.lies(in: size) ?? false else {
            throw wording.problem(
                .usage, "problems.badMark",
                ["width": String(size.width), "height": String(size.height)],
                hint: "problems.enterMark")
        }
        return Definition.Screenshot(PictureReference(picture, mark: mark))
    }
}
