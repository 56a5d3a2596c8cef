import ReadModel
import Testing

struct SchemaTests {
    /// When this fails, the tables, or what is folded into them, have changed: raise ``Schema/version``, then write the new numbers here.
    @Test func aChangeOfTheTablesNeedsAnotherVersion() {
        // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Schema.sql.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        #expect(Schema.version == 18)
        #expect(hash == 16_623_407_315_730_829_389)
    }
}
