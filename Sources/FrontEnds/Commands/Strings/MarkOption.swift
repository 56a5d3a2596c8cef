import ArgumentParser
import Languages
import Pictures
import Translation

/// The option `--mark`.
struct MarkOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The place of the text in the picture, in pixels from its upper left corner.",
            valueName: "x,y,width,height"))
    var mark: String?

    /// Returns the mark, or nil if there is none or it is empty.
    func checked() throws(Refusal) -> PictureMark? {
        guard let mark, !mark.isEmpty else { return nil }
        guard let checked = PictureMark(mark) else {
            throw Refusal(
                .invalidValue, "“\(Visible.escaping(mark))” is not a valid mark.",
                hint: "Write --mark x,y,width,height, such as 40,120,300,48.")
        }
        return checked
    }

    /// The refusal of a mark without a stored picture.
    static let withoutPicture = Refusal(
        .invalidValue, "Only a stored picture can have a mark.",
        hint: "Attach the picture with --screenshot FILE.")
}
