import Texts
import Translation

extension Value: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .text(Value.Text(value)) }
}
