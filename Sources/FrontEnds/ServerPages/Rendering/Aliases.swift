import Server

/// A request, which Hummingbird has a protocol of the same name for.
typealias RequestContext = Server.RequestContext
