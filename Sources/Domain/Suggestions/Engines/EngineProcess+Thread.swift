#if canImport(Glibc)
import Glibc
import Synchronization

extension EngineProcess {
    /// The number of bytes of standard error to keep for error messages.
    private static let keptErrors = 2000
    /// The maximum number of bytes to read ahead.
    ///
    /// Further output stays in the pipe until it is requested.
    private static let mostIncoming = 1 << 24
    /// The interval, in milliseconds, at which the thread checks whether the program has exited
    /// while another process holds its pipes open.
    private static let patience: Int32 = 500

    /// Moves bytes until the program has exited; this is the body of the thread.
    func moveBytes() {
        // If the program closes its input, writing must not terminate this process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        var input: Int32 = pipes.input
        var output: Int32 = pipes.output
        var errors: Int32 = pipes.errors
        while output >= 0 {
            let (hasMore, isFull) = state.withLock {
                (!$0.outgoing.isEmpty, $0.incoming.count >= Self.mostIncoming)
            }
            // `poll` ignores negative descriptors.
            var polls = [
                pollfd(fd: hasMore ? input : -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isFull ? -1 : output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipes.wakeRead, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&polls, nfds_t(polls.count), Self.patience)
            if polls[0].revents != 0, !writeSome(to: input) { input = -1 }
            if polls[1].revents != 0, !readSome(from: output, keep: keepOutput) { output = -1 }
            if polls[2].revents != 0, !readSome(from: errors, keep: keepErrors) { errors = -1 }
            if polls[3].revents != 0 { _ = readSome(from: pipes.wakeRead) { _ in } }
            if ready == 0, hasExited { break }
            if state.withLock({ $0.isEnding }) { break }
        }
        finish(errors: errors)
    }

    private var hasExited: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT | WNOHANG) == 0
            && info.si_signo != 0
    }

    /// Reaps the program, ends the processes that it left behind, and wakes all waiters.
    private func finish(errors: Int32) {
        // A program that has closed its output usually exits immediately. Its own exit status is
        // more informative than the status of a signal.
        for _ in 0..<100 where !hasExited {
            if state.withLock({ $0.isEnding }) { break }
            usleep(10_000)
        }
        kill(-id, SIGKILL)
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        if errors >= 0 { _ = readSome(from: errors, keep: keepErrors) }
        let waiter = state.withLock { state in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            // Follows the macros in <sys/wait.h>: the second byte contains the exit status, and the
            // first byte contains the signal.
            state.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
            state.isReaped = true
            state.isOver = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func writeSome(to end: Int32) -> Bool {
        let part = state.withLock { Array($0.outgoing.prefix(1 << 16)) }
        let count = write(end, part, part.count)
        if count > 0 { state.withLock { $0.outgoing.removeFirst(count) } }
        return count >= 0 || errno == EAGAIN || errno == EINTR
    }

    private func readSome(from end: Int32, keep: (ArraySlice<UInt8>) -> Void) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(end, &bytes, bytes.count)
        if count > 0 { keep(bytes[..<count]) }
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    }

    private func keepOutput(_ bytes: ArraySlice<UInt8>) {
        let waiter = state.withLock { state in
            state.incoming += bytes
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func keepErrors(_ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.errors = ($0.errors + bytes).suffix(Self.keptErrors) }
    }
}
#endif
