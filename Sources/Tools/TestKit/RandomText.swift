/// Returns fewer than 40 random characters below a code point.
public func randomText(_ random: inout SplitMix64, below limit: UInt32) -> String {
    let count = Int(random.next() % 40)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<count {
        // Half of the characters are below U+3100, because most special characters are in that
        // range.
        let bound = random.next() % 2 == 0 ? min(limit, 0x3100) : limit
        if let scalar = Unicode.Scalar(UInt32(random.next() % UInt64(bound))) {
            scalars.append(scalar)
        }
    }
    return String(scalars)
}
