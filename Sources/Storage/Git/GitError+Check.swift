import Clibgit2
import Glibc

/// Returns `status` if it is not negative; otherwise throws.
///
/// The status is returned because some functions return a count.
@discardableResult
func check(_ status: Int32, _ function: String) throws(GitError) -> Int32 {
    guard status < 0 else { return status }
    throw lastError(status, function)
}

/// Returns the status of a function that reads objects that must exist; throws if it is negative.
///
/// “Not found” and generic failures are reported as a missing or damaged object.
@discardableResult
func checkReading(_ status: Int32, _ function: String) throws(GitError) -> Int32 {
    guard status < 0 else { return status }
    throw lastError(status, function).whileReading
}

/// Returns true if there is a next element, and false at the end of an iteration.
func checkNext(_ status: Int32, _ function: String) throws(GitError) -> Bool {
    if status == GIT_ITEROVER.rawValue { return false }
    try check(status, function)
    return true
}

/// Returns true on success, and false if `status` means “not found”.
func checkFound(_ status: Int32, _ function: String) throws(GitError) -> Bool {
    if status == GIT_ENOTFOUND.rawValue {
        git_error_clear()
        return false
    }
    try check(status, function)
    return true
}

/// Returns true if a search through objects succeeded, and false if it found nothing.
///
/// An unsuccessful search and a missing object along the way have the same error number. They
/// differ only in the error's class: `unsuccessful` is the class of an unsuccessful search.
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

/// Throws if `text` contains a NUL, because C would silently truncate the text.
func requireNoNUL(_ text: String, _ function: String) throws(GitError) {
    guard text.utf8.contains(0) else { return }
    throw GitError(code: .invalid, function: function, message: "a text contains a NUL character")
}

/// Returns the C library's last error as a value.
///
/// Call this on the thread on which the call failed, because the message is stored per thread. The
/// message is cleared, so that a later failure without a message cannot show it.
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

/// Returns the path that the system did not let the library open, or `nil` for any other message.
///
/// The library reports EACCES as a locked file; see `git_fs_path_set_error` in its fs_path.c.
private func deniedPath(_ message: String) -> Substring? {
    let end = "' is locked: \(RegularFile.reason(EACCES))"
    guard message.hasPrefix("failed "), message.hasSuffix(end),
        let quote = message.utf8.firstIndex(of: UInt8(ascii: "'"))
    else { return nil }
    return message[quote...].dropFirst().dropLast(end.count)
}
