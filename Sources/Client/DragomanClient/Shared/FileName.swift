/// Encodes names that others have chosen as the names of files.
enum FileName {
    /// Returns a name for a file in a directory, different for each text.
    ///
    /// Capital letters are written as numbers, because the file system may be case-insensitive.
    static func encode(_ text: String) -> String {
        text.utf8.map { byte -> String in
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
        }.joined()
    }
}
