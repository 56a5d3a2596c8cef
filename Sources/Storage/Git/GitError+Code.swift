extension GitError {
    /// The kind of failure: libgit2's number, or one of ours below −1000.
    ///
    /// The set is open, so that numbers from later library versions can be represented.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number from libgit2, or one of ours.
        public let rawValue: Int32

        /// Creates a code from any number, known or unknown.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// A failure without a specific code in the library.
        public static let unspecified = Code(rawValue: -1)
        /// The requested object, reference or file does not exist.
        public static let notFound = Code(rawValue: -3)
        /// The object, reference or file to be created already exists.
        public static let exists = Code(rawValue: -4)
        /// More than one object matches.
        public static let ambiguous = Code(rawValue: -5)
        /// A buffer is too short.
        public static let bufferTooShort = Code(rawValue: -6)
        /// One of our callbacks stopped the operation.
        public static let user = Code(rawValue: -7)
        /// The operation is impossible in a repository without a work tree.
        public static let bareRepository = Code(rawValue: -8)
        /// HEAD points to a branch without commits.
        public static let unbornBranch = Code(rawValue: -9)
        /// A merge in progress prevents the operation.
        public static let unmerged = Code(rawValue: -10)
        /// The reference could not be fast-forwarded.
        public static let nonFastForward = Code(rawValue: -11)
        /// A name or revision is not well formed.
        public static let invalidSpecification = Code(rawValue: -12)
        /// Files in the work tree prevent the operation; nothing was changed.
        public static let conflict = Code(rawValue: -13)
        /// Another process holds the lock.
        public static let locked = Code(rawValue: -14)
        /// The reference no longer has the expected value.
        public static let modified = Code(rawValue: -15)
        /// Authentication failed.
        public static let authentication = Code(rawValue: -16)
        /// The server's certificate is invalid.
        public static let certificate = Code(rawValue: -17)
        /// The change is already applied.
        public static let applied = Code(rawValue: -18)
        /// The object cannot be peeled to an object of the requested kind.
        public static let peel = Code(rawValue: -19)
        /// The data ended too early.
        public static let endOfFile = Code(rawValue: -20)
        /// The input or the operation is invalid.
        public static let invalid = Code(rawValue: -21)
        /// Changes in the index prevent the operation.
        public static let uncommitted = Code(rawValue: -22)
        /// The operation is impossible for a directory.
        public static let directory = Code(rawValue: -23)
        /// A merge conflict prevents the operation.
        public static let mergeConflict = Code(rawValue: -24)
        /// The content of an object does not match its hash.
        public static let mismatch = Code(rawValue: -33)
        /// The operation would overwrite unsaved changes in the index.
        public static let indexDirty = Code(rawValue: -34)
        /// The repository is not owned by the current user.
        public static let owner = Code(rawValue: -36)
        /// The repository uses an extension that is not supported; see ``GitError/extensionName``.
        public static let unsupportedExtension = Code(rawValue: -1001)
        /// The system does not allow this user to open a file.
        public static let denied = Code(rawValue: -1003)
        /// A system call failed.
        public static let system = Code(rawValue: -1002)
        /// Another process removed an object that was just stored.
        public static let pruned = Code(rawValue: -1004)
        /// A referenced object is missing.
        public static let missingObject = Code(rawValue: -1005)
        /// A referenced object cannot be read.
        public static let damagedObject = Code(rawValue: -1006)
        /// The process or the machine has reached its limit on open files.
        public static let tooManyOpenFiles = Code(rawValue: -1007)
    }
}
