import TestKit
import Testing

@testable import Pictures

@Suite struct PictureTests {
    private static let script = Array("<script>alert(1)</script>".utf8)
    private static let place = Array("Exif\0\0GPS 48.85 2.35".utf8)

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.firstRange(of: part) != nil
    }

    @Test func pixelsStayAndNothingElse() throws {
        let plain = try Picture(recoding: SamplePicture.png())
        let file = SamplePicture.png(
            chunks: [
                ("tEXt", Array("Comment\0".utf8) + Self.script), ("eXIf", Self.place),
                ("zzZz", Self.script),
            ], trailer: Self.script)
        #expect(contains(file, Self.script) && contains(file, Self.place))
        let picture = try Picture(recoding: file)
        #expect(!contains(picture.bytes, Self.script) && !contains(picture.bytes, Self.place))
        #expect(picture == plain)
        let types = Set(SamplePicture.chunkTypes(of: picture.bytes))
        #expect(types.isSubset(of: ["IHDR", "IDAT", "IEND", "sRGB", "gAMA", "cHRM"]), "\(types)")
        // Its own form is stable.
        #expect(try Picture(recoding: picture.bytes) == picture)
        #expect(picture.name.format == .png && picture.name.matches(picture.bytes))
        #expect(try Picture(recoding: SamplePicture.png(shade: 91)) != picture)
    }

    /// Texts and profiles are compressed, and libpng would decompress them.
    @Test func onlyChunksThatDecideThePixelsAreDecoded() throws {
        let bomb = Array("Comment\0\0".utf8) + [UInt8](repeating: 0x78, count: 100)
        let bombs = (0..<1_000).map { ($0 % 2 == 0 ? "zTXt" : "iCCP", bomb) }
        let file = SamplePicture.png(
            chunks: bombs + [("gAMA", [0, 0, 0xB1, 0x8F]), ("iTXt", bomb)], trailer: bomb)
        let rest = try PNGChunks.decisive(of: file)
        #expect(SamplePicture.chunkTypes(of: rest) == ["IHDR", "gAMA", "IDAT", "IEND"])
        #expect(rest == SamplePicture.png(chunks: [("gAMA", [0, 0, 0xB1, 0x8F])]))
        #expect(try Picture(recoding: file) == Picture(recoding: rest))
        #expect(throws: PictureError.damaged) {
            try PNGChunks.decisive(of: SamplePicture.png(chunks: [("CgBI", [0])]))
        }
        for count in [8, 19, 20, rest.count - 1] {
            #expect(throws: PictureError.damaged) {
                try PNGChunks.decisive(of: Array(rest.prefix(count)))
            }
        }
    }

    @Test func photographsLoseTheirMetadata() throws {
        let plain = try Picture(recoding: SamplePicture.jpeg())
        let file =
            SamplePicture.jpeg(
                segments: SamplePicture.segment(0xE1, Self.place)
                    + SamplePicture.segment(0xFE, Self.script)) + Self.script
        let picture = try Picture(recoding: file)
        #expect(!contains(picture.bytes, Self.script) && !contains(picture.bytes, Self.place))
        #expect(picture == plain)
        #expect(picture.name.format == .jpeg && picture.name.format.mediaType == "image/jpeg")
    }

    @Test(
        arguments: [
            [], Array("GIF89a".utf8), Array("<html><script>alert(1)</script>".utf8),
            Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("%PDF-1.7".utf8),
            [0x89, 0x50, 0x4E, 0x47], Array("RIFF....WEBP".utf8),
        ] as [[UInt8]])
    func otherFilesAreRefused(file: [UInt8]) {
        #expect(throws: PictureError.notAPicture) { try Picture(recoding: file) }
    }

    /// The header states the size, and the pixels would fill gigabytes.
    @Test(arguments: [(60_000, 60_000), (1_000_000, 17), (4097, 4096)])
    func bombsAreRefusedByTheirHeader(width: Int, height: Int) {
        #expect(throws: PictureError.tooManyPixels(width: width, height: height)) {
            try Picture(
                recoding: SamplePicture.png(width: width, height: height, isHollow: true))
        }
    }

    @Test func bombsAreRefusedByTheHeaderOfAPhotograph() throws {
        var file = SamplePicture.jpeg()
        // The frame header: marker, length, precision, height, width.
        let frame = try #require(file.firstRange(of: [0xFF, 0xC0]))
        let size = frame.lowerBound + 5
        file.replaceSubrange(size..<size + 4, with: [0xEA, 0x60, 0xEA, 0x60])
        #expect(throws: PictureError.tooManyPixels(width: 60_000, height: 60_000)) {
            try Picture(recoding: file)
        }
    }

    @Test func damagedFilesAreRefused() {
        let png = SamplePicture.png(width: 40, height: 40)
        for count in [8, 20, 40, png.count / 2] {
            #expect(throws: PictureError.damaged) {
                try Picture(recoding: Array(png.prefix(count)))
            }
        }
        let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
        for rest in [[], Self.script, [0xE0, 0, 2], [UInt8](repeating: 0xFF, count: 1000)] {
            #expect(throws: PictureError.damaged) { try Picture(recoding: signature + rest) }
        }
        #expect(throws: PictureError.damaged) {
            try Picture(recoding: SamplePicture.png(isHollow: true))
        }
    }

    @Test func longFilesAreRefused() throws {
        let padding = Picture.maximumBytes - SamplePicture.png().count
        _ = try Picture(
            recoding: SamplePicture.png(trailer: [UInt8](repeating: 0, count: padding)))
        #expect(throws: PictureError.tooLarge) {
            try Picture(
                recoding: SamplePicture.png(trailer: [UInt8](repeating: 0, count: padding + 1)))
        }
    }

    /// A coarse photograph grows when it is encoded with a better quality.
    @Test func picturesThatGrowTooLargeAreRefused() throws {
        let small = SamplePicture.noise(blocksPerSide: 60)
        let picture = try Picture(recoding: small)
        #expect(picture.bytes.count > 2 * small.count)
        #expect(picture.name.matches(picture.bytes))
        let large = SamplePicture.noise(blocksPerSide: 250)
        #expect(large.count < Picture.maximumBytes)
        #expect(throws: PictureError.growsTooLarge) { try Picture(recoding: large) }
    }

    /// Somebody with plain Git can store any file.
    @Test func storedFilesContainOnlyAPicture() throws {
        let note = SamplePicture.segment(0xFE, Self.script)
        let jpeg = SamplePicture.jpeg()
        for (file, isStored) in [
            (SamplePicture.png(), true), (jpeg, true),
            (SamplePicture.noise(blocksPerSide: 2), true),
            (SamplePicture.png(chunks: [("tEXt", Self.script)]), false),
            (SamplePicture.png(trailer: Self.script), false),
            (SamplePicture.png(width: 60_000, height: 60_000, isHollow: true), false),
            (SamplePicture.png(width: 0, height: 3, isHollow: true), false),
            (Array(SamplePicture.png().prefix(30)), false),
            (SamplePicture.jpeg(segments: note), false), (jpeg + Self.script, false),
            (Array(jpeg.dropLast(2)) + note + jpeg.suffix(2), false),
            (Array(jpeg.dropLast(2)), false), (Array(jpeg.dropLast()), false),
            (Array(jpeg.prefix(90)), false),
            (SamplePicture.noise(blocksPerSide: 0), false),
        ] {
            let format = try #require(PictureFormat(signatureOf: file))
            #expect(Picture.isStoredForm(file, format) == isStored, "\(file.prefix(200))")
        }
        var large = jpeg
        let frame = try #require(large.firstRange(of: [0xFF, 0xC0])).lowerBound
        large.replaceSubrange(frame + 5..<frame + 9, with: [0xEA, 0x60, 0xEA, 0x60])
        #expect(!Picture.isStoredForm(large, .jpeg))
    }

    /// Any damage gives a picture or an error, and never reads or writes elsewhere.
    @Test(arguments: [SamplePicture.png(width: 30, height: 20), SamplePicture.jpeg()])
    func alteredBytesAreHarmless(file: [UInt8]) {
        var random = SplitMix64(seed: 48)
        for _ in 0..<2_000 {
            var altered = file
            for _ in 0..<random.number(in: 1...6) {
                altered[random.number(in: 0...file.count - 1)] = UInt8(
                    random.number(in: 0...255))
            }
            guard let picture = try? Picture(recoding: altered) else { continue }
            #expect(picture.name.matches(picture.bytes))
        }
    }

    @Test func namesAreHashesWithAFormat() throws {
        let hash = String(repeating: "0a", count: 32)
        let name = try #require(PictureName("\(hash).png"))
        #expect(name.hash == hash && name.format == .png && name.description == "\(hash).png")
        #expect(name.reference == "pictures/\(hash).png")
        #expect(PictureReference(name.reference) == PictureReference(name))
        for text in [
            "", hash, "\(hash).gif", "\(hash).svg", "\(hash).png.html", "0a.png",
            "\(hash.uppercased()).png", "../\(hash).png", "\(hash).png ", "\(hash.dropLast()).png",
            "\(hash.dropLast())٠.png",
        ] {
            #expect(PictureName(text) == nil, "\(text)")
        }
        for text in ["\(hash).png", "https://example.org/pictures/\(hash).png", "/pictures/x"] {
            #expect(PictureReference(text) == nil, "\(text)")
        }
        #expect(!name.matches(SamplePicture.png()))
    }

    @Test func aReferenceMayMarkAPlace() throws {
        let whole = "pictures/\(String(repeating: "0a", count: 32)).png"
        let marked = try #require(PictureReference(whole + "#xywh=0,120,300,48"))
        #expect(marked.mark == PictureMark(x: 0, y: 120, width: 300, height: 48))
        #expect(marked.description == whole + "#xywh=0,120,300,48")
        #expect(marked.name == PictureReference(whole)?.name && marked.name.reference == whole)
        // Other fragments, and marks that cannot be drawn, count as none.
        for fragment in [
            "", "t=3", "xywh=", "xywh=1,2,3", "xywh=1,2,3,4,5", "xywh=1,2,0,4", "xywh=1,2,3,0",
            "xywh=-1,2,3,4", "xywh=1,2,3,+4", "xywh=01,2,3,4", "xywh=1,2, 3,4", "xywh=1,2,3,4.5",
            "xywh=percent:1,2,3,4", "xywh=1,2,3,٤", "xywh=1,2,3,9223372036854775807",
        ] {
            let reference = try #require(PictureReference(whole + "#" + fragment), "\(fragment)")
            #expect(reference.mark == nil && reference.name == marked.name, "\(fragment)")
        }
    }

    @Test func aMarkLiesInThePicture() throws {
        for (file, size) in [
            (SamplePicture.png(), PictureSize(width: 4, height: 3)),
            (SamplePicture.jpeg(), PictureSize(width: 16, height: 8)),
        ] {
            let picture = try Picture(recoding: file)
            #expect(picture.size == size)
            #expect(Picture.size(ofStored: picture.bytes, picture.name.format) == size)
            for (x, y, width, height, isInside) in [
                (0, 0, size.width, size.height, true),
                (size.width - 1, size.height - 1, 1, 1, true),
                (1, 0, size.width, 1, false), (0, 1, 1, size.height, false),
                (size.width, 0, 1, 1, false),
            ] {
                let mark = try #require(PictureMark(x: x, y: y, width: width, height: height))
                #expect(mark.lies(in: size) == isInside, "\(mark)")
            }
        }
    }
}
