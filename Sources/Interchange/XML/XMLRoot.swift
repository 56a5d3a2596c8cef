/// What is seen of a document without reading it.
enum XMLRoot {
    /// The name of the first element, behind a declaration, comments and processing instructions.
    static func name(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var scanner = ByteScanner(bytes[...])
        _ = scanner.skip([0xEF, 0xBB, 0xBF])
        while true {
            scanner.skipSpace()
            if scanner.skip("<?".utf8) {
                guard scanner.skip(behind: "?>".utf8) else { return nil }
            } else if scanner.skip("<!--".utf8) {
                guard scanner.skip(behind: "-->".utf8) else { return nil }
            } else {
                guard scanner.skip("<".utf8), scanner.next != UInt8(ascii: "!") else { return nil }
                let name = scanner.take { !ByteScanner.isSpace($0) && !">/".utf8.contains($0) }
                return name.isEmpty ? nil : name
            }
        }
    }
}
