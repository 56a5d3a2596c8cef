import Server

/// The request context.
///
/// Hummingbird has a protocol with the same name.
typealias RequestContext = Server.RequestContext
