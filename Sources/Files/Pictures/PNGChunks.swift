/// The chunks of a PNG file, as defined in <https://www.w3.org/TR/png-3/#5Chunk-layout>.
enum PNGChunks {
    private static let signatureLength = 8
    /// The length of a chunk without its data: length, type and checksum.
    private static let frame = 12
    /// The chunks that decide the pixels and their colors.
    private static let decisive = Set(
        ["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"].map { Array($0.utf8) })

    /// Returns the size of a picture, or nil if the file contains anything besides the chunks that
    /// decide its pixels.
    static func sizeOfPlain(_ file: [UInt8]) -> PictureSize? {
        let header = signatureLength + 8
        guard (try? decisive(of: file)) == file, file.count >= header + 8,
            Array(file[signatureLength + 4..<header]) == Array("IHDR".utf8)
        else { return nil }
        return PictureSize(
            width: number(file[header..<header + 4]),
            height: number(file[header + 4..<header + 8]))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a PNG file with only the chunks that decide its pixels, up to its end.
    ///
    /// libpng decompresses texts and color profiles even if nobody asks for them, up to 8 MB for
    /// each chunk. Throws ``PictureError/damaged`` if a chunk is incomplete, or if decoding needs an
    /// unknown chunk.
    static func decisive(of file: [UInt8]) throws(PictureError) -> [UInt8] {
        var result = Array(file.prefix(signatureLength))
        result.reserveCapacity(file.count)
        var position = signatureLength
        while file.count - position >= frame {
            let length = number(file[position..<position + 4])
            guard length <= file.count - position - frame else { throw .damaged }
            let type = Array(file[position + 4..<position + 8])
            let end = position + frame + length
            if decisive.contains(type) {
                result += file[position..<end]
            } else if type[0] & 0x20 == 0 {
                // An upper-case first letter: the picture cannot be decoded without the chunk.
                throw .damaged
            }
            if type == Array("IEND".utf8) { return result }
            position = end
        }
        throw .damaged
    }
}
