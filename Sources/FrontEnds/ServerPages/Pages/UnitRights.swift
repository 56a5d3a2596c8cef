import Hosting
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The sender's rights on a text, from their scope and the project's settings.
struct UnitRights: Sendable {
    let mayPropose: Bool
    /// Whether the scope permits setting texts.
    let mayTranslate: Bool
    /// Whether texts can currently be set.
    let maySet: Bool
    /// Whether the sender may decide on others' proposals.
    let mayReview: Bool
    let isFrozen: Bool
    private let hasTranslators: Bool
    private let hasReviewers: Bool
    private let allowsSelfReview: Bool
    private let viewer: Actor?
    private let languageName: String
    private let wording: Wording

    init(_ view: UnitValues) throws {
        self.init(view.call, view.locale, try view.snapshot.roles())
    }

    init(_ call: PageCall, _ locale: LanguageTag, _ roles: Roles) {
        var person: Actor?
        if case .person(let name, let email) = call.context.principal.kind {
            person = Actor(name: name, email: email)
        }
        viewer = person
        wording = call.wording
        languageName = wording.language(locale)
        isFrozen = roles.isFrozen(locale)
        allowsSelfReview = roles.allowsSelfReview
        mayPropose = call.may(.propose) && person != nil
        hasTranslators = roles.hasTranslators(of: locale)
        hasReviewers = roles.listedReviewers(of: locale) != nil
        mayTranslate = call.may(.translate, in: locale)
        mayReview = call.mayReview(locale, roles)
        maySet = call.maySetTexts(in: locale, roles)
    }

    /// The reason why texts cannot be set, for a sender with a sufficient scope.
    var whyNotSet: String {
        let language = ["language": languageName]
        if isFrozen { return wording("frozen.noTexts", language) }
        switch (hasTranslators, hasReviewers) {
        case (true, true): return wording("rights.translatorsAndReviewers", language)
        case (true, false): return wording("rights.translators", language)
        case (false, _): return wording("rights.reviewers", language)
        }
    }

    /// The reason why a proposal cannot be accepted, for a sender who may not review.
    var whyNotReview: String {
        hasTranslators && !hasReviewers
            ? wording("rights.noReviewers", ["language": languageName])
            : wording("rights.onlyReviewers", ["language": languageName])
    }

    /// Returns the reason why the sender cannot accept a proposal, or nil if they can.
    func whyNotAccept(_ proposal: Proposal) -> String? {
        if isFrozen {
            return wording("frozen.banner", ["language": languageName]) + " "
                + wording("frozen.hint")
        }
        if !allowsSelfReview, let viewer, proposal.proposer?.address == viewer.address {
            return wording("rights.own")
        }
        return nil
    }

    /// Returns true if the sender is the author of a proposal.
    func isOwn(_ proposal: Proposal) -> Bool {
        viewer != nil && proposal.proposer == viewer
    }
}

extension PageCall {
    /// The mail address of the sender; nil unless it is a person.
    var email: String? {
        if case .person(_, let email) = context.principal.kind { email } else { nil }
    }

    /// Returns true if the sender may decide on proposals in a language.
    func mayReview(_ locale: LanguageTag, _ roles: Roles) -> Bool {
        may(.review, in: locale) && roles.isReviewer(email, of: locale)
    }

    /// Returns true if pages let the sender set texts in a language at present.
    func maySetTexts(in locale: LanguageTag, _ roles: Roles) -> Bool {
        may(.translate, in: locale) && !roles.isFrozen(locale)
            && roles.setsTextsOnPages(email, of: locale)
    }
}

extension Roles {
    /// Returns true if pages let a person set texts in a language.
    ///
    /// In a language with reviewers but without translators, pages let others propose instead.
    func setsTextsOnPages(_ email: String?, of locale: LanguageTag) -> Bool {
        hasTranslators(of: locale)
            ? isTranslator(email, of: locale)
            : isReviewer(email, of: locale) || isMaintainer(email) && hasMaintainers
    }
}
