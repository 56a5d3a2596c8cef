extension GitError {
    /// Whether a referenced object is missing, is unreadable or does not match its id.
    ///
    /// If this user is not allowed to read an object, the code is ``Code/denied``, which is not
    /// damage.
    public var isDamage: Bool {
        switch code {
        case .missingObject, .damagedObject, .mismatch, .endOfFile: true
        default: false
        }
    }

    /// The same error, with a generic code replaced by a code for damage.
    ///
    /// Use it for functions that only read objects that must exist.
    ///
    /// The library has no codes for damage. It reports a missing object as “not found”, like an
    /// unknown name, and a malformed object as a generic failure. Only the caller knows that the
    /// object must exist.
    var whileReading: GitError {
        let code: Code
        switch self.code {
        case .notFound: code = .missingObject
        case .unspecified, .invalid: code = .damagedObject
        default: return self
        }
        // Without free descriptors, an existing file looks missing.
        return with(DescriptorLimit.isReached ? .tooManyOpenFiles : code)
    }

    private func with(_ code: Code) -> GitError {
        GitError(code: code, function: function, message: message, extensionName: extensionName)
    }
}
