import Testing

@testable import Hosting

/// The division of file descriptors among connections and projects.
@Suite struct DescriptorPlanTests {
    private func plan(
        _ limit: Int, configured: Int, connections: Int = 8192, projects: Int = 256,
        readers: Int = 4
    ) -> DescriptorPlan {
        DescriptorPlan(
            limit: limit, connections: connections, projects: projects, configured: configured,
            readers: readers)
    }

    @Test(arguments: [512, 1_024, 4_096, 16_384, 524_288]) func allPartsFit(limit: Int) {
        for configured in [1, 50, 200, 1_000] {
            for readers in [1, 4, 66] {
                let plan = plan(limit, configured: configured, readers: readers)
                let used =
                    plan.connections + plan.refusedConnections
                    + plan.shared.cost + plan.projects * DescriptorPlan.cost
                // The remaining descriptors are for the rest of the process: at least a hundred.
                #expect(used <= limit - 100, "\(limit), \(configured), \(readers): \(plan)")
                #expect(plan.projects >= 1 && plan.readers >= 1)
                #expect(plan.connections >= limit / 5 || plan.connections == 8192)
            }
        }
    }

    @Test func fewDescriptorsAllowFewerProjects() {
        let plan = plan(1_024, configured: 200)
        #expect(plan.projects == 31)
        #expect(plan.readers == 4)
        #expect(plan.connections == 283)
    }

    @Test func enoughDescriptorsAllowWhatIsWanted() {
        let plan = plan(524_288, configured: 1_000)
        #expect(plan.projects == 256 && plan.readers == 4 && plan.connections == 8192)
        #expect(plan.shared == .usual)
        #expect(self.plan(524_288, configured: 3).projects == 16)
        #expect(self.plan(524_288, configured: 1_000, projects: 5).projects == 5)
    }

    @Test func aThousandProjectsFitIntoTheLimitOfTheGuide() {
        let plan = plan(16_384, configured: 1_000, projects: 1_024)
        #expect(plan.projects == 1_000 && plan.connections >= 5_000)
    }
}
