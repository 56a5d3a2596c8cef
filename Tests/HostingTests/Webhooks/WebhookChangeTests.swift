import TestWorld
import Testing

@testable import Hosting

/// Webhooks whose configuration changes while the server runs.
@Suite struct WebhookChangeTests {
    private let scene: WebhookScene

    init() throws { scene = try WebhookScene() }

    @Test(arguments: [true, false])
    func aChangedConfigurationCountsAtOnce(isRemoved: Bool) async throws {
        let projects = try scene.projects()
        let webhooks = try scene.webhooks(of: projects)
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        _ = scene.allReports()
        var changed = try scene.configuration("types = proposal.made")
        if isRemoved { changed.webhooks = [] }
        let adopted = changed
        scene.whenSending {
            projects.adopt(adopted)
            _ = webhooks.due(looks: true)
        }
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1"])
        #expect(try scene.file.read()?.delivered != nil)
        scene.whenSending {}
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty)
        #expect(scene.allReports().contains(.removed) == isRemoved)
    }

    /// The settings change while a message is on its way, and change back before it has arrived.
    @Test func aWebhookWhoseOldSettingsAreBackGoesOn() async throws {
        let projects = try scene.projects()
        let webhooks = try scene.webhooks(of: projects)
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        let (usual, changed) = (
            projects.configuration, try scene.configuration("types = proposal.made")
        )
        scene.whenSending {
            for configuration in [changed, usual] {
                projects.adopt(configuration)
                _ = webhooks.due(looks: true)
            }
        }
        await webhooks.deliverOnce()
        scene.whenSending {}
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2"])
    }
}
