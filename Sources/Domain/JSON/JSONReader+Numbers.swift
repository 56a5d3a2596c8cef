extension JSONReader {
    /// Reads a number, starting at its first byte.
    mutating func readNumber() throws(JSONError) -> JSONTape.Entry {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        var magnitude: UInt64? = 0
        if take(UInt8(ascii: "0")) {
            if digit != nil { throw fault(.syntax, "A number has a leading zero.", at: start) }
        } else {
            guard digit != nil else { throw unexpected("a digit after the minus sign") }
            magnitude = readMagnitude()
        }
        if try skipFraction() {
            return try real(from: start)
        }
        if let magnitude {
            if let number = Int64(exactly: magnitude) {
                return JSONTape.Entry(integer: isNegative ? -number : number)
            }
            if isNegative, magnitude == Int64.min.magnitude {
                return JSONTape.Entry(integer: .min)
            }
        }
        guard roundsNumbers else { throw largeNumber(at: start) }
        return try real(from: start)
    }

    /// The value of the next byte, if it is a digit.
    private var digit: UInt64? {
        guard position < end else { return nil }
        let value = position.pointee &- UInt8(ascii: "0")
        return value < 10 ? UInt64(value) : nil
    }

    /// Reads digits.
    ///
    /// Returns `nil` if the number does not fit in 64 bits.
    private mutating func readMagnitude() -> UInt64? {
        var magnitude: UInt64 = 0
        var isLarge = false
        while let digit {
            let (product, isBeyond) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isFurther) = product.addingReportingOverflow(digit)
            magnitude = sum
            isLarge = isLarge || isBeyond || isFurther
            position += 1
        }
        return isLarge ? nil : magnitude
    }

    /// Skips a fraction and an exponent.
    ///
    /// Returns whether the number has either of them.
    private mutating func skipFraction() throws(JSONError) -> Bool {
        let start = position
        if take(UInt8(ascii: ".")) { try skipDigits("a digit after the decimal point") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits("a digit in the exponent")
        }
        return position > start
    }

    private mutating func skipDigits(_ expected: StaticString) throws(JSONError) {
        guard digit != nil else { throw unexpected(expected) }
        while digit != nil { position += 1 }
    }

    /// Returns the nearest double.
    ///
    /// If this double is infinite and rounding is allowed, returns the largest double of the same
    /// sign.
    private func real(from start: UnsafePointer<UInt8>) throws(JSONError) -> JSONTape.Entry {
        let text = UnsafeBufferPointer(start: start, count: position - start)
        guard let number = Double(String(decoding: text, as: UTF8.self)) else {
            throw largeNumber(at: start)
        }
        if number.isFinite { return JSONTape.Entry(real: number) }
        guard roundsNumbers else { throw largeNumber(at: start) }
        let last = Double.greatestFiniteMagnitude
        return JSONTape.Entry(real: number < 0 ? -last : last)
    }

    private func largeNumber(at start: UnsafePointer<UInt8>) -> JSONError {
        fault(.largeNumber, "A number is too large.", at: start)
    }
}
