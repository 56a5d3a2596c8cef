import CICU

/// Reads the output of ICU functions that write into the caller's buffer.
enum ICUBuffer {
    /// Returns the units that `fill` wrote, or nil if ICU reports a failure.
    ///
    /// `fill` receives the buffer, its capacity and the status, and returns the full length, like
    /// all ICU functions of this kind. If the first buffer was too small, `fill` is called again.
    static func read<Unit: FixedWidthInteger>(
        capacity: Int = 128,
        _ fill: (UnsafeMutablePointer<Unit>, Int32, inout ICUStatus) -> Int32
    ) -> [Unit]? {
        var capacity = capacity
        while true {
            var status: ICUStatus = 0
            var needed = 0
            let units = [Unit](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = 0
                guard let base = buffer.baseAddress, let size = Int32(exactly: capacity) else {
                    status = ICUStatus(ICU_ILLEGAL_ARGUMENT_ERROR)
                    return
                }
                needed = Int(fill(base, size, &status))
                if status.isSuccess { count = min(needed, capacity) }
            }
            if status.isSuccess { return units }
            guard status == ICUStatus(ICU_BUFFER_OVERFLOW_ERROR), needed > capacity else {
                return nil
            }
            // Allocate one extra unit for the terminator.
            capacity = needed + 1
        }
    }

    /// Returns the ASCII text that `fill` wrote, such as a locale identifier or tag.
    static func readASCII(
        _ fill: (UnsafeMutablePointer<CChar>, Int32, inout ICUStatus) -> Int32
    ) -> String? {
        guard let units: [CChar] = read(fill) else { return nil }
        return String(decoding: units.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the UTF-16 text that `fill` wrote.
    static func readText(
        capacity: Int = 128,
        _ fill: (UnsafeMutablePointer<UInt16>, Int32, inout ICUStatus) -> Int32
    ) -> String? {
        guard let units: [UInt16] = read(capacity: capacity, fill) else { return nil }
        // Most texts are ASCII, which is already valid UTF-8. Converting from UTF-16 takes ten
        // times as long.
        guard units.allSatisfy({ $0 < 0x80 }) else {
            return String(decoding: units, as: UTF16.self)
        }
        return String(decoding: units.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
