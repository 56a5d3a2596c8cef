import Clibgit2
import Glibc

/// The callbacks of the C library, each of which finds its ``RemoteContext`` behind the payload.
@unsafe func remoteCallbacks(_ context: RemoteContext) throws(GitError) -> git_remote_callbacks {
    var callbacks = unsafe git_remote_callbacks()
    try check(
        unsafe git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION)),
        "git_remote_init_callbacks")
    unsafe callbacks.payload = Unmanaged.passUnretained(context).toOpaque()
    unsafe callbacks.credentials = { out, url, username, kinds, payload in
        guard let out = unsafe out, let payload = unsafe payload else { return -1 }
        return unsafe receiver(payload).answer(
            out, url: text(url) ?? "", username: text(username), kinds: kinds)
    }
    unsafe callbacks.certificate_check = { certificate, _, host, payload in
        guard let certificate = unsafe certificate, let payload = unsafe payload else { return -1 }
        return unsafe receiver(payload).check(certificate, host: text(host) ?? "")
    }
    unsafe callbacks.transfer_progress = { progress, payload in
        guard let progress = unsafe progress?.pointee, let payload = unsafe payload else {
            return -1
        }
        let isReceived = progress.received_objects == progress.total_objects
        let isResolving = isReceived && progress.total_deltas > 0
        return unsafe receiver(payload).report(
            isResolving ? .resolving : .transferring,
            Int(isResolving ? progress.indexed_deltas : progress.received_objects),
            of: Int(isResolving ? progress.total_deltas : progress.total_objects),
            bytes: progress.received_bytes)
    }
    unsafe callbacks.sideband_progress = { bytes, count, payload in
        guard let bytes = unsafe bytes, let payload = unsafe payload else { return -1 }
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
        return unsafe receiver(payload).say(String(decoding: buffer, as: UTF8.self))
    }
    unsafe callbacks.pack_progress = { _, done, total, payload in
        guard let payload = unsafe payload else { return -1 }
        return unsafe receiver(payload).report(.preparing, Int(done), of: Int(total), bytes: 0)
    }
    unsafe callbacks.push_transfer_progress = { done, total, bytes, payload in
        guard let payload = unsafe payload else { return -1 }
        return unsafe receiver(payload).report(
            .transferring, Int(done), of: Int(total), bytes: bytes)
    }
    unsafe callbacks.push_update_reference = { name, status, payload in
        guard let payload = unsafe payload, let text = unsafe text(name) else { return -1 }
        // A name that is not well formed is none that was pushed.
        guard let name = ReferenceName(text) else { return 0 }
        unsafe receiver(payload).statuses.append(
            PushStatus(name: name, rejection: unsafe Git.text(status)))
        return 0
    }
    unsafe callbacks.push_negotiation = { updates, count, payload in
        guard let payload = unsafe payload else { return -1 }
        for index in 0..<count {
            guard let update = unsafe updates?[index]?.pointee,
                let name = unsafe text(update.dst_refname)
            else { return -1 }
            let old = ObjectID(unsafe update.src)
            let status = unsafe receiver(payload).negotiate(name, from: old == .zero ? nil : old)
            guard status == 0 else { return status }
        }
        return 0
    }
    return unsafe callbacks
}

@unsafe private func receiver(_ payload: UnsafeMutableRawPointer) -> RemoteContext {
    unsafe Unmanaged<RemoteContext>.fromOpaque(payload).takeUnretainedValue()
}

@unsafe private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

@unsafe private func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

extension ObjectID {
    /// The id that Git's protocol has for “no object”.
    static let zero = ObjectID(first: 0, second: 0, third: 0)
}

/// Lends a list of texts to the C library while `body` runs.
@unsafe func withStrings<T>(
    _ texts: [String], _ body: (UnsafeMutablePointer<git_strarray>) throws(GitError) -> T
) throws(GitError) -> T {
    for text in texts { try requireNoNUL(text, "git_strarray") }
    let strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
        capacity: max(1, texts.count))
    for (index, text) in texts.enumerated() { unsafe strings[index] = unsafe strdup(text) }
    defer {
        for index in texts.indices { unsafe free(strings[index]) }
        unsafe strings.deallocate()
    }
    var array = unsafe git_strarray(strings: strings, count: texts.count)
    return try unsafe body(&array)
}
