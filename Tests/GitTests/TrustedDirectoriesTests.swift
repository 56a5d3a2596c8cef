import Foundation
import TestSupport
import Testing

@testable import Git

/// Which directories Git's `safe.directory` names.
@Suite struct TrustedDirectoriesTests {
    @Test(arguments: [
        (["/work/app"], true), (["/work/app/"], true), (["/work/app/.git"], true), (["*"], true),
        (["/work/*"], true), (["/*"], true), (["/elsewhere", "/work/app"], true), ([], false),
        (["/work"], false), (["/work/ap"], false), (["/work/app/sub"], false), (["/wor/*"], false),
        (["*", ""], false), (["/work/app", "", "/other"], false), (["", "*"], true),
        (["app"], false), (["/work/ap*"], false),
    ])
    func names(values: [String], isTrusted: Bool) {
        let directories = ["/work/app/", "/work/app/.git/"]
        #expect(TrustedDirectories(values).contain(anyOf: directories) == isTrusted, "\(values)")
    }

    @Test func linksLeadToDirectories() throws {
        let sandbox = try Sandbox()
        try sandbox.write("", to: "app/.keep")
        try sandbox.execute("/bin/ln", ["-s", "app", "link"])
        let path = URL(fileURLWithPath: sandbox.directory + "/app").resolvingSymlinksInPath().path
        let trusted = TrustedDirectories([sandbox.directory + "/link"])
        #expect(trusted.contain(anyOf: [path]))
        #expect(!trusted.contain(anyOf: [path + "s"]))
    }
}
