import ReadModel
import Representations
import Texts
import Translation

extension ProposalRow {
    var value: Value { proposed.value }
}
