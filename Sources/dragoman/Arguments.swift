/// The words that the program was called with.
enum Arguments {
    /// Returns the bytes of the words after the program's name.
    ///
    /// `CommandLine.arguments` has U+FFFD for what is not UTF-8, which would be stored as if it had been meant.
    static func read() -> [[UInt8]] {
        var words: [[UInt8]] = []
        for position in 1..<max(1, Int(CommandLine.argc)) {
            guard var next = CommandLine.unsafeArgv[position] else { break }
            var word: [UInt8] = []
            while next.pointee != 0 {
                word.append(UInt8(bitPattern: next.pointee))
                next += 1
            }
            words.append(word)
        }
        return words
    }
}
