import TestKit
import Testing

@testable import Memory

/// The bit-parallel distance equals the textbook distance, and the filter accepts everything that
/// is near enough.
@Suite struct TextDistanceTests {
    /// Returns texts with small distances, made of a few scalars of one to four bytes each.
    static func text(_ random: inout SplitMix64, upTo length: Int) -> String {
        let alphabet = ["a", "b", "c", " ", "é", "ж", "世", "😀"]
        return (0..<random.number(in: 0...length)).map { _ in random.pick(alphabet) }.joined()
    }

    /// Returns a text with some scalars changed.
    static func edited(_ text: String, edits: Int, _ random: inout SplitMix64) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<edits {
            let new = random.pick(Array("abcxж世".unicodeScalars))
            let place = random.number(in: 0...max(0, scalars.count))
            switch random.number(in: 0...2) {
            case 0: scalars.insert(new, at: min(place, scalars.count))
            case 1 where place < scalars.count: scalars.remove(at: place)
            default: if place < scalars.count { scalars[place] = new }
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    static func plainDistance(_ a: String, _ b: String) -> Int {
        // Index loops are used, because iterators took a fifth of the time of all tests without
        // optimisation.
        let (a, b) = (a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
        var row = Array(0...b.count)
        var i = 0
        while i < a.count {
            var corner = row[0]
            row[0] = i + 1
            var j = 0
            while j < b.count {
                var next = a[i] == b[j] ? corner : corner + 1
                if row[j] < next { next = row[j] + 1 }
                if row[j + 1] < next { next = row[j + 1] + 1 }
                corner = row[j + 1]
                row[j + 1] = next
                j += 1
            }
            i += 1
        }
        return row[b.count]
    }

    @Test(arguments: 0..<20)
    func theDistanceIsThatOfTheTextbook(seed: Int) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let a = Self.text(&random, upTo: seed % 2 == 0 ? 40 : 200)
            let b =
                random.chance(1, in: 2)
                ? Self.text(&random, upTo: seed % 2 == 0 ? 40 : 200)
                : Self.edited(a, edits: random.number(in: 0...12), &random)
            let expected = Self.plainDistance(a, b)
            let limit = random.number(in: 0...60)
            let found = Array(b.utf8).withUnsafeBytes {
                TextDistance(a).distance(to: $0, length: b.unicodeScalars.count, limit: limit)
            }
            #expect(found == (expected <= limit ? expected : nil), "\(a) – \(b)")
        }
    }

    @Test(arguments: 0..<20)
    func theFilterLetsThroughWhatIsNearEnough(seed: Int) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let a = Self.text(&random, upTo: [10, 40, 150, 400][seed % 4])
            let b = Self.edited(
                a, edits: random.number(in: 0...a.unicodeScalars.count / 4 + 1), &random)
            let length = b.unicodeScalars.count
            let longer = max(a.unicodeScalars.count, length)
            guard !a.isEmpty, length > 0 else { continue }
            let percent = SignatureFilter.percent(
                distance: Self.plainDistance(a, b), longer: longer)
            for minimum in [50, 75, 90, 100] where percent >= minimum {
                var filter = SignatureFilter(a.unicodeScalars.map(\.value), minimum: minimum)
                let signature = TextSignature(
                    b.unicodeScalars.map(\.value), shape: SignatureShape(length: length))
                var bounds: [Int] = []
                signature.words.withUnsafeBytes { bits in
                    filter.forEachCandidate(length: length, bits) { bounds.append($1) }
                }
                #expect(bounds.count == 1 && bounds[0] >= percent, "\(a) – \(b)")
                #expect(filter.lengths?.contains(length) ?? false)
            }
        }
    }

    @Test func percentsAreRoundedDown() {
        #expect(SignatureFilter.percent(distance: 0, longer: 5) == 100)
        #expect(SignatureFilter.percent(distance: 1, longer: 1000) == 99)
        #expect(SignatureFilter.percent(distance: 1, longer: 3) == 66)
    }

    @Test func upperAndLowerCaseAreFoundAlike() throws {
        let needle = try #require(FoldedNeedle("Straße Ж"))
        for (text, isFound) in [
            ("die STRAßE ж", true), ("die STRASSE ж", false), ("straße ж", true), ("", false),
            ("straße", false), ("sstraße жж", true),
        ] {
            #expect(Array(text.utf8).withUnsafeBytes(needle.isFound) == isFound, "\(text)")
        }
        #expect(FoldedNeedle("") == nil)
    }
}
