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
        #expect(Schema.version == 21)
        #expect(hash == 5_040_032_498_841_518_853)
    }
}
