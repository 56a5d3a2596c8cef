import ReadModel
import Testing

struct SchemaTests {
    /// If this fails, the tables or their contents have changed: raise ``Schema/version``, then
    /// update the numbers here.
    @Test func aChangeOfTheTablesNeedsAnotherVersion() {
        // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Schema.sql.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        #expect(Schema.version == 20)
        #expect(hash == 7_173_434_045_095_107_045)
    }
}
