import Foundation

/// Reads files up to a maximum size.
enum BoundedFile {
    /// The maximum size of a file of texts, in bytes.
    static let maximumSize = 16 << 20

    /// Returns the contents of a file.
    ///
    /// Throws a ``TextsFileError`` if the file cannot be read or is larger than `limit` bytes.
    static func read(_ url: URL, limit: Int = maximumSize) throws(TextsFileError) -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw TextsFileError.tooLarge(limit: limit) }
            return data
        } catch let error as TextsFileError {
            throw error
        } catch {
            throw .unreadable("\(url.lastPathComponent): \(reason(of: error))")
        }
    }

    /// Returns the system's description of an error.
    static func reason(of error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        if let cause, cause.domain == NSPOSIXErrorDomain { return cause.localizedDescription }
        return error.localizedDescription
    }
}
