/// The reference to a stored picture in an event, such as `pictures/ab12….png`.
///
/// A media fragment can follow. It marks the part of the picture that shows the text, as in
/// `pictures/ab12….png#xywh=40,120,300,48` (Media Fragments URI 1.0, section 4.2.2).
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

    /// Returns the reference for a picture that is attached where `current` was: the same picture
    /// keeps its mark if this reference has none.
    package func keepingMark(of current: PictureReference?) -> PictureReference {
        guard mark == nil, let current, current.name == name else { return self }
        return current
    }

    package var description: String { name.reference + (mark.map { "#\($0.fragment)" } ?? "") }
}

/// A rectangle in a picture, in pixels from its upper left corner.
package struct PictureMark: Sendable, Hashable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    /// No picture is wider or higher than this, so that sums of two numbers do not overflow.
    private static let limit = 1 << 32

    /// Creates a mark; returns nil if it is empty, or outside of every picture.
    package init?(x: Int, y: Int, width: Int, height: Int) {
        guard (0...Self.limit).contains(x), (0...Self.limit).contains(y),
            (1...Self.limit).contains(width), (1...Self.limit).contains(height)
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Parses the form `x,y,width,height`, such as `40,120,300,48`.
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { digits in
            Int(digits).flatMap { String($0) == digits ? $0 : nil }
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
