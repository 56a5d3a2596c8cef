import Cpictures
import Glibc

/// A picture in its stored form: pixels, encoded by this program, without anything else.
///
/// The bytes that somebody sent are decoded and encoded again. Metadata such as the place of a
/// photograph is therefore lost, and so is whatever else a file contains, such as a script.
package struct Picture: Sendable, Equatable {
    package let name: PictureName
    package let bytes: [UInt8]
    package let size: PictureSize

    /// The maximum size of a file that is read, in bytes.
    package static let maximumBytes = 1 << 20
    /// The maximum size of a stored picture, in bytes.
    ///
    /// The file that was read may be compressed better.
    package static let maximumStoredBytes = 2 << 20
    /// The maximum number of pixels, which fill 64 MiB when they are decoded.
    package static let maximumPixels: UInt64 = 16 << 20

    /// Decodes a PNG or JPEG file and encodes its pixels again.
    ///
    /// Checks the size in the header before decoding anything. Cost: up to 200 MiB of memory.
    package init(recoding file: [UInt8]) throws(PictureError) {
        guard file.count <= Self.maximumBytes else { throw .tooLarge }
        guard let format = PictureFormat(signatureOf: file) else { throw .notAPicture }
        (bytes, size) = try Self.recode(file, format)
        name = PictureName(of: bytes, format)
    }

    /// Returns true if a file has the form in which pictures are stored: at most as large, and
    /// without metadata and everything else that could follow the pixels.
    ///
    /// The pixels are not decoded, and may be damaged.
    static func isStoredForm(_ file: [UInt8], _ format: PictureFormat) -> Bool {
        size(ofStored: file, format) != nil
    }

    /// Returns the size of a picture in its stored form, or nil for other files.
    package static func size(ofStored file: [UInt8], _ format: PictureFormat) -> PictureSize? {
        guard file.count <= maximumStoredBytes else { return nil }
        let size =
            switch format {
            case .png: PNGChunks.sizeOfPlain(file)
            case .jpeg: JPEGSegments.sizeOfPlain(file)
            }
        guard let size, size.width > 0, size.height > 0,
            UInt64(size.width) * UInt64(size.height) <= maximumPixels
        else { return nil }
        return size
    }

    private static func recode(
        _ file: [UInt8], _ format: PictureFormat
    ) throws(PictureError) -> (bytes: [UInt8], size: PictureSize) {
        let file = try format == .png ? PNGChunks.decisive(of: file) : file
        var width: UInt32 = 0
        var height: UInt32 = 0
        var output: UnsafeMutablePointer<UInt8>?
        var length = 0
        defer { unsafe free(output) }
        let recode = unsafe format == .png ? cpictures_recode_png : cpictures_recode_jpeg
        let status = unsafe recode(
            file, file.count, maximumPixels, maximumStoredBytes, &width, &height, &output, &length)
        switch UInt32(status) {
        case CPICTURES_DONE.rawValue:
            return unsafe (
                [UInt8](UnsafeBufferPointer(start: output, count: length)),
                PictureSize(width: Int(width), height: Int(height))
            )
        case CPICTURES_TOO_LARGE.rawValue:
            throw .tooManyPixels(width: Int(width), height: Int(height))
        case CPICTURES_UNSUPPORTED.rawValue: throw .unsupported
        case CPICTURES_TOO_LONG.rawValue: throw .growsTooLarge
        case CPICTURES_NO_MEMORY.rawValue: throw .noMemory
        default: throw .damaged
        }
    }
}

/// The reason why a file cannot be stored as a picture.
package enum PictureError: Error, Equatable {
    /// The file has more bytes than ``Picture/maximumBytes``.
    case tooLarge
    /// The encoded picture has more bytes than ``Picture/maximumStoredBytes``.
    case growsTooLarge
    /// The file is neither a PNG nor a JPEG file.
    case notAPicture
    /// The picture has more pixels than ``Picture/maximumPixels``.
    case tooManyPixels(width: Int, height: Int)
    /// The file cannot be decoded.
    case damaged
    /// The colors are not gray, RGB or YCbCr; for example, they are those of a printer.
    case unsupported
    case noMemory

    /// The reason as a sentence.
    package var sentence: String {
        switch self {
        case .tooLarge: "The picture has more than 1 MiB."
        case .growsTooLarge: "The picture would have more than 2 MiB when it is stored."
        case .notAPicture: "The file is neither a PNG nor a JPEG picture."
        case .tooManyPixels(let width, let height):
            "The picture has \(width) × \(height) pixels, which is more than 16 million."
        case .damaged: "The picture is damaged."
        case .unsupported: "The picture uses a color space that is not supported, such as CMYK."
        case .noMemory: "There is not enough memory for the picture."
        }
    }

    /// The remedy.
    package var remedy: String {
        switch self {
        case .tooLarge, .growsTooLarge, .tooManyPixels, .noMemory:
            "Crop it to the part that shows the text."
        case .notAPicture, .damaged, .unsupported: "Save it as a PNG file."
        }
    }
}
