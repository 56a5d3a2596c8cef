import Clibgit2

/// Returns a non-negative `status`, because some functions count, and throws on any other.
@discardableResult
func check(_ status: Int32, _ function: String) throws(GitError) -> Int32 {
    guard status < 0 else { return status }
    throw lastError(status, function)
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

/// Throws if `text` holds a NUL, where C would silently cut it off.
func requireNoNUL(_ text: String, _ function: String) throws(GitError) {
    guard text.utf8.contains(0) else { return }
    throw GitError(code: .invalid, function: function, message: "a text holds a NUL character")
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
    return GitError(code: .init(rawValue: status), function: function, message: message)
}
