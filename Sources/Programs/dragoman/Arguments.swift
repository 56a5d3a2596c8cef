import Cprocess
import Foundation

/// The program's arguments.
enum Arguments {
    /// Returns the arguments after the program's name, as bytes.
    ///
    /// `CommandLine` is empty if `/proc` is missing. It also replaces bytes that are not UTF-8 with
    /// U+FFFD, which would be stored as if the user had typed it.
    static func read() -> [[UInt8]] {
        (1..<max(1, cprocess_word_count())).compactMap { index in
            cprocess_word(index).map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }
}
