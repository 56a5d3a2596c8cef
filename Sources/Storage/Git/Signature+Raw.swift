import Clibgit2

extension Signature {
    @unsafe init(_ pointer: UnsafePointer<git_signature>?) {
        guard let pointer = unsafe pointer else {
            self.init(name: "", email: "", secondsSinceEpoch: 0)
            return
        }
        let raw = unsafe pointer.pointee
        self.init(
            name: unsafe raw.name.map { unsafe String(cString: $0) } ?? "",
            email: unsafe raw.email.map { unsafe String(cString: $0) } ?? "",
            secondsSinceEpoch: unsafe raw.when.time, offsetMinutes: unsafe raw.when.offset)
    }

    /// Runs `body` with the signature in the C library's form.
    @unsafe func withRaw<T>(
        _ body: (UnsafePointer<git_signature>) throws(GitError) -> T
    ) throws(GitError) -> T {
        var pointer: UnsafeMutablePointer<git_signature>?
        try check(
            unsafe git_signature_new(
                &pointer, Signature.cleaned(name), Signature.cleaned(email), secondsSinceEpoch,
                offsetMinutes), "git_signature_new")
        defer { unsafe git_signature_free(pointer) }
        guard let pointer = unsafe pointer else {
            throw GitError(code: .invalid, function: "git_signature_new", message: "no signature")
        }
        return try unsafe body(pointer)
    }

    /// Removes characters that would break the line in a commit, as `git commit` does.
    static func cleaned(_ text: String) -> String {
        // Git's ident.c calls these characters “crud”.
        func isCrud(_ byte: UInt8) -> Bool { byte <= 32 || ".,:;<>\"\\'".utf8.contains(byte) }
        let forbidden: [UInt8] = [0, UInt8(ascii: "\n"), UInt8(ascii: "<"), UInt8(ascii: ">")]
        let start = text.utf8.drop(while: isCrud)
        guard let end = start.lastIndex(where: { !isCrud($0) }) else { return "" }
        return String(
            decoding: start[...end].filter { !forbidden.contains($0) }, as: UTF8.self)
    }
}
