extension GitError {
    /// Whether an object that something refers to is missing, or has other bytes than its name says.
    ///
    /// An object that this user may not read is ``Code/denied``, and no damage.
    public var isDamage: Bool {
        switch code {
        case .missingObject, .damagedObject, .mismatch, .endOfFile: true
        default: false
        }
    }

    /// The same failure, where the library had to read objects and nothing else.
    ///
    /// The library has no numbers for damage: a missing object is not found, like a name that nobody gave, and one that cannot
    /// be parsed is a failure like any other. Only the caller knows that the object has to be there.
    var whileReading: GitError {
        let code: Code
        switch self.code {
        case .notFound: code = .missingObject
        case .unspecified, .invalid: code = .damagedObject
        default: return self
        }
        // A file that cannot be opened looks like one that is missing.
        return with(DescriptorLimit.isReached ? .tooManyOpenFiles : code)
    }

    private func with(_ code: Code) -> GitError {
        GitError(code: code, function: function, message: message, extensionName: extensionName)
    }
}
