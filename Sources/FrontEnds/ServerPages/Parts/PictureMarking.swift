import Hosting
import Pictures
import Server
import Texts
import Translation
import Workspace

/// A picture with a frame around the place that shows a text.
struct FramedPicture: Template {
    static let template = "framed-picture"

    let src: String
    let alt: String
    /// The frame, or nil if no place is marked.
    let frame: Frame?

    /// A layer over the picture, with the picture's size in pixels.
    struct Frame: TemplateValues {
        let width: String
        let height: String
        let mark: Mark
    }

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
    /// The name of the picture that the numbers belong to.
    let picture: String
    let framed: FramedPicture
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
    /// Returns a picture with a frame around its mark, if the size is known.
    func framed(_ picture: PictureReference, size: PictureSize?, alt: String) -> FramedPicture {
        FramedPicture(
            src: site.path("/api/v1/projects/\(name)/pictures/\(picture.name)"), alt: alt,
            frame: size.map { size in
                .init(
                    width: String(size.width), height: String(size.height),
                    mark: .init(picture.mark))
            })
    }

    /// Returns the fields for the mark of a string's picture, or nil if this server does not have
    /// the picture.
    func marking(of string: StringID, in snapshot: Snapshot) throws -> PictureMarking? {
        guard let picture = try snapshot.pictureReference(of: string),
            let size = try snapshot.pictures.size(of: picture.name)
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
            picture: picture.name.description,
            framed: framed(picture, size: size, alt: wording("text.screenshot")),
            hint: wording("edit.markHint", sizes(size)),
            numbers: [
                number("x", "edit.markLeft", 0...size.width - 1, \.x),
                number("y", "edit.markTop", 0...size.height - 1, \.y),
                number("width", "edit.markWidth", 1...size.width, \.width),
                number("height", "edit.markHeight", 1...size.height, \.height),
            ], isMarked: picture.mark != nil)
    }

    private func sizes(_ size: PictureSize) -> [String: String] {
        ["width": String(size.width), "height": String(size.height)]
    }

    /// Returns a string's picture with the mark in a form, or without one if the mark was removed.
    ///
    /// Refuses a form if the string has a different picture meanwhile.
    func markedPicture(
        of string: StringID, _ form: PageForm
    ) async throws -> Definition.Screenshot {
        let (picture, size) = try await project.read { snapshot in
            let name = try snapshot.pictureName(of: string)
            return (name, try name.flatMap { try snapshot.pictures.size(of: $0) })
        }
        guard let picture, picture.description == form.fields["picture"] else {
            throw wording.problem(
                .usage, "problems.otherPicture", hint: "problems.openAgain")
        }
        guard !form.flag("unmark") else {
            return Definition.Screenshot(PictureReference(picture))
        }
        guard let size else {
            throw wording.problem(.usage, "problems.noPicture", hint: "problems.openAgain")
        }
        // Browsers also send numbers such as 40.0.
        let numbers = ["x", "y", "width", "height"].compactMap { name in
            form.fields[name].flatMap { Double($0) }.flatMap { Int(exactly: $0) }
        }
        guard numbers.count == 4,
            let mark = PictureMark(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
            mark.lies(in: size)
        else {
            throw wording.problem(
                .usage, "problems.badMark", sizes(size), hint: "problems.enterMark")
        }
        return Definition.Screenshot(PictureReference(picture, mark: mark))
    }
}
