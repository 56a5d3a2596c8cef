import Clibgit2
import Glibc

/// Returns a non-negative `status`, because some functions count, and throws on any other.
@discardableResult
func check(_ status: Int32, _ function: String) throws(GitError) -> Int32 {
    guard status < 0 else { return status }
    throw lastError(status, function)
}

/// Returns a non-negative `status` of a function that reads objects which have to be there.
@discardableResult
func checkReading(_ status: Int32, _ function: String) throws(GitError) -> Int32 {
    guard status < 0 else { return status }
    throw lastError(status, function).whileReading
}

/// Returns whether there is a next element: `false` at the end of an iteration.
func checkNext(_ status: Int32, _ function: String) throws(GitError) -> Bool {
    if status == GIT_ITEROVER.rawValue { return false }
    try check(status, function)
    return true
}

/// Returns whether something was found.
func checkFound(_ status: Int32, _ function: String) throws(GitError) -> Bool {
    if status == GIT_ENOTFOUND.rawValue {
        git_error_clear()
        return false
    }
    try check(status, function)
    return true
}

/// Returns whether a search through objects found something.
///
/// A search without result has the same number as an object that is missing on the way. The library tells them apart by the
/// class of the error: `unsuccessful` is that of a search without result.
func checkFound(
    _ status: Int32, _ function: String, unsuccessful: git_error_t
) throws(GitError) -> Bool {
    if status == GIT_ENOTFOUND.rawValue, let last = unsafe git_error_last(),
        unsafe last.pointee.klass == Int32(unsuccessful.rawValue)
    {
        git_error_clear()
        return false
    }
    try checkReading(status, function)
    return true
}

/// Throws if `text` contains a NUL, where C would silently truncate it.
func requireNoNUL(_ text: String, _ function: String) throws(GitError) {
    guard text.utf8.contains(0) else { return }
    throw GitError(code: .invalid, function: function, message: "a text contains a NUL character")
}

/// Returns the C library's last error as a value.
///
/// Called on the thread of the failure, where the message lives; the message is cleared, so that a later
/// failure that sets none can't show it.
private func lastError(_ status: Int32, _ function: String) -> GitError {
    var message = "no message"
    if let last = unsafe git_error_last(), let text = unsafe last.pointee.message {
        message = unsafe String(cString: text)
    }
    git_error_clear()
    if status == GIT_ELOCKED.rawValue, let path = deniedPath(message) {
        return GitError(
            code: .denied, function: function, message: "\(path): \(RegularFile.reason(EACCES))")
    }
    if DescriptorLimit.isReason(of: message) {
        return GitError(code: .tooManyOpenFiles, function: function, message: message)
    }
    return GitError(code: .init(rawValue: status), function: function, message: message)
}

/// The file that the system did not let the library open, or `nil` if the message is about something else.
///
/// The library reports EACCES as a file that is locked: `git_fs_path_set_error` in its fs_path.c.
private func deniedPath(_ message: String) -> Substring? {
    let end = "' is locked: \(RegularFile.reason(EACCES))"
    guard message.hasPrefix("failed "), message.hasSuffix(end),
        let quote = message.utf8.firstIndex(of: UInt8(ascii: "'"))
    else { return nil }
    return message[quote...].dropFirst().dropLast(end.count)
}
