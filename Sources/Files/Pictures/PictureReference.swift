/// The reference to a stored picture in an event, such as `pictures/ab12….png`.
///
/// The place that shows the text can follow as a media fragment, which is the marked part of the
/// picture: `pictures/ab12….png#xywh=40,120,300,48` (Media Fragments URI 1.0, section 4.2.2).
package struct PictureReference: Sendable, Hashable, CustomStringConvertible {
    package let name: PictureName
    package let mark: PictureMark?

    package init(_ name: PictureName, mark: PictureMark? = nil) {
        self.name = name
        self.mark = mark
    }

    /// Parses a reference; returns nil for every other address.
    ///
    /// Other writers may use other fragments. They are ignored.
    package init?(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix(PictureName.directory),
            let name = PictureName(parts[0].dropFirst(PictureName.directory.count))
        else { return nil }
        self.name = name
        mark = parts.count == 2 ? PictureMark(fragment: parts[1]) : nil
    }

    package var description: String { name.reference + (mark.map { "#\($0.fragment)" } ?? "") }
}

/// A rectangle in a picture, in pixels from its upper left corner.
package struct PictureMark: Sendable, Hashable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    /// Creates a mark; returns nil if it is empty, or starts outside of every picture.
    package init?(x: Int, y: Int, width: Int, height: Int) {
        guard x >= 0, y >= 0, width > 0, height > 0 else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Parses the form `x,y,width,height`, such as `40,120,300,48`.
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { digits in
            // The maximum keeps sums far from an overflow.
            Int(digits).flatMap { String($0) == digits && $0 <= 1 << 32 ? $0 : nil }
        }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    fileprivate init?(fragment: Substring) {
        guard fragment.hasPrefix(Self.dimension) else { return nil }
        self.init(fragment.dropFirst(Self.dimension.count))
    }

    fileprivate var fragment: String { Self.dimension + description }

    private static let dimension = "xywh="

    package var description: String { "\(x),\(y),\(width),\(height)" }

    /// Returns true if a picture of the given size contains all of the rectangle.
    package func lies(in size: PictureSize) -> Bool {
        x + width <= size.width && y + height <= size.height
    }
}

/// The size of a picture, in pixels.
package struct PictureSize: Sendable, Equatable {
    package let width: Int
    package let height: Int
}
