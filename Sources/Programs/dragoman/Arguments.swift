import Cprocess
import Foundation

/// The words that the program was called with.
enum Arguments {
    /// Returns the bytes of the words after the program's name.
    ///
    /// `CommandLine` has no words where there is no `/proc`, and U+FFFD for bytes that are not UTF-8, which would be stored as if
    /// they had been meant.
    static func read() -> [[UInt8]] {
        (1..<max(1, cprocess_word_count())).compactMap { index in
            cprocess_word(index).map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }
}
