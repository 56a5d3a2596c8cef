import ArgumentParser
import Languages
import Pictures
import Translation

/// The option `--mark`.
struct MarkOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The place of the text in the picture, in pixels from its upper left corner. An empty text removes the mark.",
            valueName: "x,y,width,height"))
    var mark: String?

    /// Returns the mark, or nil if there is none or it is empty.
    func checked() throws(Refusal) -> PictureMark? {
        guard let mark, !mark.isEmpty else { return nil }
        guard let checked = PictureMark(mark) else {
            throw Refusal(
                .invalidValue, "“\(Visible.escaping(mark))” is not a place in a picture.",
                hint: "Write --mark x,y,width,height, such as 40,120,300,48.")
        }
        return checked
    }

    /// Returns the reference to a picture with the mark, or nil if the option is absent.
    func marking(_ picture: PictureName) throws(Refusal) -> PictureReference? {
        mark == nil ? nil : PictureReference(picture, mark: try checked())
    }

    /// The refusal of a mark if there is no picture, or only an address.
    static let withoutPicture = Refusal(
        .invalidValue, "Only a stored picture can have a mark.",
        hint: "Attach the picture with --screenshot FILE.")
}
