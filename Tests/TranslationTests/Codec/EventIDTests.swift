import TestKit
import Testing
import Translation

/// Ids compared with the ULID specification, <https://github.com/ulid/spec>.
struct EventIDTests {
    /// Times and their ten characters, computed with the specification's alphabet.
    @Test(arguments: [
        (0, "0000000000"), (1, "0000000001"), (31, "000000000Z"), (32, "0000000010"),
        (1_469_918_176_385, "01ARYZ6S41"), (281_474_976_710_655, "7ZZZZZZZZZ"),
    ])
    func timesStandInFront(milliseconds: UInt64, characters: String) {
        let id = EventID(milliseconds: milliseconds, random: (0, 0))
        #expect(id.description == characters + "0000000000000000")
        #expect(id.milliseconds == milliseconds)
        #expect(EventID(id.description) == id)
        let last = EventID(milliseconds: milliseconds, random: (.max, .max))
        #expect(last.description == characters + "ZZZZZZZZZZZZZZZZ")
        #expect(last == .highest(at: milliseconds))
        #expect(id == .lowest(at: milliseconds))
    }

    @Test(arguments: [
        "", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVX",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAL", "01ARZ3NDEKTSV4RRFFQ69G5FAO",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FA-",
        "01ARZ3NDEKTSV4RRFFQ69G5FAé", " 1ARZ3NDEKTSV4RRFFQ69G5FAV",
    ])
    func otherTextsAreNoIDs(text: String) {
        #expect(EventID(text) == nil)
    }

    @Test func theSpecificationsExampleComesBack() {
        let id = EventID("01ARZ3NDEKTSV4RRFFQ69G5FAV")
        #expect(id?.description == "01ARZ3NDEKTSV4RRFFQ69G5FAV")
        #expect(id?.milliseconds == 1_469_922_850_259)
        #expect(EventID("7ZZZZZZZZZZZZZZZZZZZZZZZZZ") == .highest(at: (1 << 48) - 1))
    }

    @Test(arguments: 0..<200)
    func orderIsThatOfTheCharacters(seed: Int) {
        var random = SplitMix64(seed: seed)
        let a = random.eventID()
        let b =
            random.chance(1, in: 2)
            ? random.eventID() : EventID(milliseconds: a.milliseconds, random: (0, random.next()))
        #expect((a < b) == (a.description < b.description))
        #expect(EventID(a.description) == a)
        #expect(a.description.utf8.count == EventID.length)
    }

    @Test func hashesOfGuidsAreTheDigestsFirst130Bits() {
        // SHA-256 of "01JD6Q3ZK8V7M2T4C9B0XWYRGH", NUL and "6F9619FF-8B86-D011-B42D-00C04FC964FF", and its
        // base32, both computed with other programs.
        let digest: [UInt8] = [
            0xC5, 0xFF, 0x71, 0x62, 0xF6, 0x84, 0x61, 0x53, 0x39, 0x92, 0xF4, 0xD6, 0x9B, 0xF4,
            0x84, 0x0E, 0xC8, 0x72, 0x9B, 0xED, 0x69, 0x8E, 0xDB, 0x04, 0xA0, 0x14, 0x3C, 0xE0,
            0x6C, 0x31, 0x93, 0x6D,
        ]
        #expect(HashedGuid(digest: digest).rawValue == "RQZQ2RQPGHGN6ECJYKB9QX441V")
        #expect(HashedGuid(digest: digest.prefix(17)).rawValue == "RQZQ2RQPGHGN6ECJYKB9QX441V")
        #expect(
            HashedGuid(digest: [UInt8](repeating: 0xFF, count: 32)).rawValue
                == String(repeating: "Z", count: 26))
    }
}
