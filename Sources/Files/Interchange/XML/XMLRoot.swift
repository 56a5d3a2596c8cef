/// Determines properties of a document without parsing it.
enum XMLRoot {
    /// Returns the name of the first element.
    ///
    /// A declaration, comments, processing instructions and a document type before it are skipped.
    static func name(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var scanner = ByteScanner(bytes[...])
        _ = scanner.skip([0xEF, 0xBB, 0xBF])
        while true {
            scanner.skipSpace()
            if scanner.skip("<?".utf8) {
                guard scanner.skip(behind: "?>".utf8) else { return nil }
            } else if scanner.skip("<!--".utf8) {
                guard scanner.skip(behind: "-->".utf8) else { return nil }
            } else if scanner.skip("<!DOCTYPE".utf8) {
                guard skipType(&scanner) else { return nil }
            } else {
                guard scanner.skip("<".utf8), scanner.next != UInt8(ascii: "!") else { return nil }
                let name = scanner.take { !ByteScanner.isSpace($0) && !">/".utf8.contains($0) }
                return name.isEmpty ? nil : name
            }
        }
    }

    /// Skips a document type and the contents of its brackets.
    ///
    /// Returns false if the document type is not closed.
    private static func skipType(_ scanner: inout ByteScanner) -> Bool {
        var isInside = false
        while let byte = scanner.next {
            if scanner.skip("<!--".utf8) {
                guard scanner.skip(behind: "-->".utf8) else { return false }
                continue
            }
            _ = scanner.skip(byte)
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard scanner.skip(behind: CollectionOfOne(byte)) else { return false }
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return true
            default: break
            }
        }
        return false
    }
}
