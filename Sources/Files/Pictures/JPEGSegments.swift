/// The segments of a JPEG file, as defined in ITU-T T.81, annex B.
enum JPEGSegments {
    private static let frame: UInt8 = 0xC0
    private static let scan: UInt8 = 0xDA
    /// The segments before the scan that this program writes: JFIF, tables, frame and scan.
    private static let written: Set<UInt8> = [0xE0, 0xDB, frame, 0xC4, scan]

    /// Returns the size of a picture, or nil if the file contains anything besides what this program
    /// writes: one scan of a baseline picture, without metadata.
    static func sizeOfPlain(_ file: [UInt8]) -> PictureSize? {
        guard file.starts(with: [0xFF, 0xD8]) else { return nil }
        var size: PictureSize?
        var position = 2
        while file.count - position >= 4, file[position] == 0xFF {
            let marker = file[position + 1]
            let content = position + 4
            let end = position + 2 + number(file, position + 2)
            guard written.contains(marker), content <= end, end <= file.count else { return nil }
            switch marker {
            // JFIF without a thumbnail.
            case 0xE0 where end - content != 14: return nil
            case frame:
                guard size == nil, end - content >= 6 else { return nil }
                size = PictureSize(
                    width: number(file, content + 3), height: number(file, content + 1))
            case scan: return isLastScan(file[end...]) ? size : nil
            default: break
            }
            position = end
        }
        return nil
    }

    private static func number(_ file: [UInt8], _ position: Int) -> Int {
        Int(file[position]) << 8 | Int(file[position + 1])
    }

    /// Returns true if the only marker after the data of a scan is the end of the file.
    private static func isLastScan(_ rest: ArraySlice<UInt8>) -> Bool {
        var position = rest.startIndex
        while let escape = rest[position...].firstIndex(of: 0xFF), escape + 1 < rest.endIndex {
            // Data that contains FF has a zero after it.
            guard rest[escape + 1] == 0 else {
                return rest[escape + 1] == 0xD9 && escape + 2 == rest.endIndex
            }
            position = escape + 2
        }
        return false
    }
}
