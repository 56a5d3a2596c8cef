"""Runs a fleet of three servers in network namespaces, breaks parts of it under load, and compares the nodes.

usage: unshare -Urnmpf --mount-proc --kill-child python3 fleet.py DIRECTORY DRAGOMAN DOCUMENTS

DIRECTORY is empty, DRAGOMAN is the program, and DOCUMENTS is docs/server/fleet, whose files are used with other
paths and a third node. PROJECTS, SECONDS and SEED in the environment are the number of projects, the time of the
load, and the seed of random choices. Prints what happens, and a line with FAILED for each problem.
"""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

directory, dragoman, documents = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
projects = [f"p{number}" for number in range(int(os.environ["PROJECTS"]))]
seconds = float(os.environ["SECONDS"])
seed = int(os.environ["SEED"])
# All nodes share the processors of this machine, which a hundred syncs per second would use up.
interval = max(1, len(projects) // 10)

NODES = {"a": "10.0.0.1", "b": "10.0.0.2", "c": "10.0.0.3"}
HUB, PROXY, CLIENT = "10.0.0.20", "10.0.0.10", "10.0.0.254"
PEOPLE = {"GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "mara@example.org"}
failures = []
started = time.monotonic()


def say(sentence):
    print(f"{time.monotonic() - started:7.2f} {sentence}", flush=True)


def fail(sentence):
    failures.append(sentence)
    print(f"FAILED {sentence}", flush=True)


def environment():
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(directory), "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", **PEOPLE,
        "GIT_COMMITTER_NAME": "Mara", "GIT_COMMITTER_EMAIL": "mara@example.org",
    }


def run(*command, check=True, **variables):
    done = subprocess.run(
        [str(word) for word in command], env=environment() | variables, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done


# The network: each program has a namespace of its own, and all are connected by a bridge.

def create_network():
    run("mount", "-t", "tmpfs", "fleet", "/run")
    run("mkdir", "-p", "/run/netns")
    run("ip", "link", "add", "bridge", "type", "bridge")
    run("ip", "addr", "add", CLIENT + "/24", "dev", "bridge")
    run("ip", "link", "set", "bridge", "up")
    run("ip", "link", "set", "lo", "up")
    for name, address in {**NODES, "hub": HUB, "proxy": PROXY}.items():
        run("ip", "netns", "add", name)
        run("ip", "link", "add", "to-" + name, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", "to-" + name, "master", "bridge", "up")
        run("ip", "-n", name, "addr", "add", address + "/24", "dev", "eth0")
        run("ip", "-n", name, "link", "set", "eth0", "up")
        run("ip", "-n", name, "link", "set", "lo", "up")


# Programs

programs = {}


def start(name, namespace, *command):
    log = open(directory / f"{name}.log", "ab")
    programs[name] = subprocess.Popen(
        ["ip", "netns", "exec", namespace, *[str(word) for word in command]], env=environment(),
        stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def kill(name):
    program = programs.pop(name)
    program.send_signal(signal.SIGKILL)
    program.wait()


def start_node(node):
    start(node, node, dragoman, "serve", "--config", directory / f"server-{node}.conf")


def start_hub():
    start("hub", "hub", "/usr/sbin/lighttpd", "-D", "-f", directory / "hub.conf")


# Projects

def document(name, *changes):
    text = (documents / name).read_text()
    for old, new in changes:
        if old not in text:
            raise RuntimeError(f"{name} does not contain {old}")
        text = text.replace(old, new)
    return text


def is_local(project):
    """Whether writes to a project are acknowledged by one node alone."""
    return int(project[1:]) % 2 == 0


def create_project(project):
    """Creates a project with the hook, and its repository on the hub."""
    path = directory / "new" / project
    run(dragoman, "init", path)
    for words in (
        ("locale", "add", "fr"), ("string", "add", "greeting", "Hello"),
        ("config", "servers", '["dragoman@example.org"]'), ("receive", "--install"),
    ):
        run(dragoman, "-C", path, *words)
    run("git", "-C", path, "config", "dragoman.program", dragoman)
    bare = directory / "hub" / f"{project}.git"
    shutil.copytree(path / ".git", bare, symlinks=True)
    with open(bare / "config", "a") as config:
        config.write("[core]\n\tbare = true\n[receive]\n\tfsckObjects = true\n[dragoman \"pusher\"]\n\trequired = true\n")
        for node in NODES:
            config.write(f'[dragoman "pusher.node-{node}"]\n\temail = dragoman@example.org\n')


def clone_to(project, node):
    """Makes a clone of a project on a node, of what the hub has now."""
    path = directory / node / project
    run("git", "clone", "--quiet", "--branch", "translations", directory / "hub" / f"{project}.git", path)
    run("git", "-C", path, "remote", "set-url", "origin", f"http://node-{node}:secret-{node}@{HUB}:8090/hub/{project}.git")
    run("git", "-C", path, "config", "dragoman.program", dragoman)
    run(dragoman, "-C", path, "receive", "--install")


def configure():
    for node, address in NODES.items():
        text = document("server.conf", ("10.0.0.1", address), ("/var/lib/dragoman/state", f"{directory}/{node}/state"))
        text = text[:text.index("[project ")]
        for project in projects:
            text += (
                f'[project "{project}"]\n    path = {directory}/{node}/{project}\n    public = true\n'
                f"    testers = open\n    git = write\n    remote = origin\n    syncInterval = {interval}s\n"
                f'    ack = {"local" if is_local(project) else "remote"}\n'
                f'[nstack "{project}"]\n    applicationId = app-of-{project}\n')
        text += "[limits]\n" + "".join(
            f"    {name} = 1000000{unit}\n" for name, unit in (
                ("testerRate", "/s"), ("addressWriteRate", "/s"), ("addressReadRate", "/s"), ("personWriteRate", "/s"),
                ("personReadRate", "/s"), ("openProposals", ""), ("dailyProposals", ""), ("unknownTokenRate", "/s")))
        (directory / f"server-{node}.conf").write_text(text)
    (directory / "hub.users").write_text("".join(f"node-{node}:secret-{node}\n" for node in NODES))
    (directory / "hub.conf").write_text(document(
        "hub.conf", ("/srv/hub", f"{directory}/hub"), ("/etc/lighttpd", str(directory)),
        ('"PATH" =>', '"HOME" => "/", "GIT_CONFIG_NOSYSTEM" => "1", "PATH" =>')))
    fleet = directory / "fleet"
    fleet.mkdir()
    owners = {project: "abc"[number % 3] for number, project in enumerate(projects)}
    (fleet / "projects.map").write_text("".join(f"{project} {node}\n" for project, node in owners.items()))
    (fleet / "applications.map").write_text("".join(f"app-of-{project} {project}\n" for project in projects))
    (fleet / "moving.map").write_text("")
    (fleet / "move").write_text(document("move"))
    text = document("haproxy.cfg", ("/run/haproxy/admin.sock", f"{directory}/haproxy.sock"))
    begin, end = text.index("backend a\n"), text.index("# No other node takes over here")
    backends = ""
    for node, address in NODES.items():
        backends += f"backend {node}\n    server {node} {address}:8080 check\n"
        for other in NODES.keys() - {node}:
            backends += f"    server {other} {NODES[other]}:8080 track {other}/{other} backup\n"
    (fleet / "haproxy.cfg").write_text(text[:begin] + backends + text[end:])


def token(*words):
    return run(dragoman, "token", "add", *words, "--state", directory / "a/state").stdout.split()[0]


# Requests

def request(method, path, headers=None, body=None, host=PROXY, port=8000, timeout=40):
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


class Load:
    """Clients that each propose a text of their own, until a node acknowledges it or the load ends."""

    def __init__(self):
        self.lock = threading.Lock()
        self.number = 0
        self.acknowledged = []  # project, text, whether two machines have it, time
        self.unknown = []
        self.statuses = {}
        self.ends = False

    def start(self):
        self.ends = False
        self.clients = [threading.Thread(target=self.run, args=(index,), daemon=True) for index in range(2 + min(4, len(projects) // 3))]
        for client in self.clients:
            client.start()
        return self

    def stop(self):
        self.ends = True
        for client in self.clients:
            client.join()

    def run(self, index):
        choice = random.Random(f"{seed} {index} {self.number}")
        while not self.ends:
            with self.lock:
                self.number += 1
                text = f"T{self.number:06}x"
            project = choice.choice(projects)
            way = choice.choices((self.nstack, self.api, self.git, self.any_node), (5, 5, 1, 3))[0]
            try:
                is_remote = way(project, text)
            except Exception as error:  # A defect of this script must not look like a quiet load.
                fail(f"{way.__name__} of {text} in {project}: {error!r}")
                return
            with self.lock:
                if is_remote is None:
                    self.unknown.append((project, text))
                else:
                    self.acknowledged.append((project, text, is_remote, time.monotonic()))

    def repeat(self, project, send):
        """Sends a request until it is acknowledged; returns None if the load ends before."""
        patience = None
        while True:
            try:
                status, body, _ = send()
            except (OSError, http.client.HTTPException):
                status, body = 0, b""
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1
            if status in (200, 201, 202):
                return status, body
            if status not in (0, 502, 503, 504):
                raise RuntimeError(f"{status} {body[:300]}")
            if self.ends:
                patience = patience or time.monotonic() + 10
                if time.monotonic() > patience:
                    return None
            time.sleep(0.05)

    def nstack(self, project, text):
        form = urllib.parse.urlencode({
            "section": "default", "key": "greeting", "locale": "fr", "platform": "mobile", "value": text,
            "guid": f"guid-of-{text}"})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded", "X-Application-Id": f"app-of-{project}",
            "Idempotency-Key": text}
        done = self.repeat(
            project, lambda: request("POST", "/api/v2/content/localize/proposals", headers, form))
        # NStack's clients do not know 202.
        return None if done is None else False

    def api(self, project, text, host=PROXY, port=8000):
        body = json.dumps({"locale": "fr", "section": "default", "key": "greeting", "value": text})
        headers = {
            "Content-Type": "application/json", "Dragoman-Guid": f"guid-of-{text}", "Idempotency-Key": text}
        done = self.repeat(
            project, lambda: request(
                "POST", f"/api/v1/projects/{project}/proposals", headers, body, host, port))
        return None if done is None else not is_local(project) and done[0] != 202

    def any_node(self, project, text):
        """Proposes to any node, as if two proxies disagreed on the owner of the project."""
        return self.api(project, text, random.Random(text).choice(list(NODES.values())), 8080)

    def git(self, project, text):
        """Pushes a proposal from a clone, as plain Git does."""
        path = directory / "work" / text
        address = f"http://x:{admin}@{PROXY}:8000/projects/{project}"
        while run("git", "clone", "-q", "-b", "translations", address, path, check=False).returncode != 0:
            shutil.rmtree(path, ignore_errors=True)
            if self.ends:
                return None
            time.sleep(0.1)
        run(dragoman, "-C", path, "propose", "fr", "greeting", text, "--guid", f"guid-of-{text}")
        while run("git", "-C", path, "push", "-q", "origin", "translations", check=False).returncode != 0:
            if self.ends:
                return None
            if "began anew" in run(dragoman, "-C", path, "sync", check=False).stderr:
                run(dragoman, "-C", path, "begin-anew", "--from", "origin", "--yes", check=False)
            time.sleep(0.1)
        shutil.rmtree(path)
        return False


class Probe:
    """Reads a project without pause, and measures the longest time without an answer."""

    def __init__(self, project):
        self.project = project
        self.ends = False
        self.answers = 0
        self.longest = 0.0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        last = time.monotonic()
        while not self.ends:
            try:
                status = request("GET", f"/api/v1/projects/{self.project}", timeout=2)[0]
            except (OSError, http.client.HTTPException):
                status = 0
            now = time.monotonic()
            if status == 200:
                self.answers += 1
                self.longest, last = max(self.longest, now - last), now
            time.sleep(0.02)

    def end(self):
        self.ends = True
        self.thread.join()
        return self


# Faults

def wait_until_ready():
    deadline = time.monotonic() + 600
    while True:
        if time.monotonic() > deadline:
            raise RuntimeError("the fleet does not become ready")
        for name, program in programs.items():
            if program.poll() is not None:
                raise RuntimeError(f"{name} ended: {(directory / name).with_suffix('.log').read_text()[-1000:]}")
        try:
            ready = [request("GET", "/health/ready", host=address, port=8080)[0] for address in NODES.values()]
            if ready == [200] * len(NODES) and request("GET", f"/api/v1/projects/{projects[0]}")[0] == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.1)


def owned(node):
    pairs = [line.split() for line in (directory / "fleet/projects.map").read_text().splitlines()]
    return [project for project, owner in pairs if owner == node]


outages = []


def with_node_away(node, leave, come, choice):
    """Takes a node away, and requires that another one answers for its projects meanwhile."""
    mine = owned(node)
    probe = Probe(choice.choice(mine)) if mine else None
    leave()
    time.sleep(choice.uniform(4, 8))
    if probe:
        # Another node must answer before this one comes back.
        before, deadline = probe.answers, time.monotonic() + 30
        while probe.answers == before and time.monotonic() < deadline:
            time.sleep(0.1)
        if probe.answers == before:
            fail(f"nobody answers for {probe.project} while {node} is away")
        outages.append(probe.longest)
    come()
    if probe:
        probe.end()


def fault_kill(choice):
    node = choice.choice(list(NODES))
    say(f"kill {node}")
    with_node_away(node, lambda: kill(node), lambda: start_node(node), choice)


def fault_cut(choice):
    node = choice.choice(list(NODES))
    say(f"cut {node} off")
    with_node_away(
        node, lambda: run("ip", "link", "set", "to-" + node, "down"),
        lambda: run("ip", "link", "set", "to-" + node, "up"), choice)


def fault_cut_from_hub(choice):
    node = choice.choice(list(NODES))
    say(f"cut {node} off from the hub")
    run("ip", "-n", node, "route", "add", "blackhole", HUB + "/32")
    time.sleep(choice.uniform(3, 8))
    run("ip", "-n", node, "route", "del", "blackhole", HUB + "/32")


def fault_hub(choice):
    say("kill the hub")
    kill("hub")
    time.sleep(choice.uniform(1, 5))
    start_hub()


def fault_move(choice):
    project, node = choice.choice(projects), choice.choice(list(NODES))
    # A move needs both nodes and the hub.
    wait_until_ready()
    done = subprocess.run(
        ["ip", "netns", "exec", "proxy", "sh", str(directory / "fleet/move"), project, node],
        env=environment() | {
            "FLEET": str(directory / "fleet"), "FLEET_SOCKET": str(directory / "haproxy.sock"), "DRAGOMAN_TOKEN": admin},
        capture_output=True, text=True)
    say(f"move {project} to {node}: {(done.stdout + done.stderr).strip()}")
    if done.returncode != 0 and "already on" not in done.stderr:
        fail(f"the move of {project} to {node}")


def fault_begin_anew(choice):
    """Lets a project begin anew on the hub, and one node after the other take that over."""
    project = choice.choice(projects)
    say(f"{project} begins anew")
    pending = [("--format=text", directory / "hub" / f"{project}.git")]
    pending += [("--from=origin", directory / node / project) for node in choice.sample(list(NODES), len(NODES))]
    for option, path in pending:
        deadline = time.monotonic() + 60
        # Another write, or a hub that is down, may prevent it for a moment.
        while (done := run(dragoman, "-C", path, "begin-anew", option, "--yes", check=False)).returncode != 0:
            if time.monotonic() > deadline:
                fail(f"{path.name} cannot begin anew: {done.stderr}")
                return
            time.sleep(0.5)
        time.sleep(choice.uniform(0, 2))


def remove(path):
    # A Git program that the node had started may still be writing.
    while path.exists():
        shutil.rmtree(path, ignore_errors=True)


def fault_disk(choice):
    """Throws away the disk of a node, and sets the node up again."""
    node = choice.choice(list(NODES))
    say(f"throw away the disk of {node}")

    def leave():
        kill(node)
        for project in projects:
            remove(directory / node / project)

    def come():
        for project in projects:
            remove(directory / node / project)
            clone_to(project, node)
        start_node(node)

    begin = time.monotonic()
    with_node_away(node, leave, come, choice)
    # What was written in the two intervals before it was lost may not have been sent.
    return begin - 2 * interval - 2, begin + 1


# The end

def tips(project):
    found = {}
    for name, path in [*((node, directory / node / project) for node in NODES), ("hub", directory / "hub" / f"{project}.git")]:
        found[name] = run("git", "-C", path, "rev-parse", "translations").stdout.strip()
    return found


def texts(project, node):
    tip = tips(project)[node]
    found, path = [], f"/api/v1/projects/{project}/proposals?state=all&limit=1000&position={tip}"
    while path:
        status, body, headers = request("GET", path, host=NODES[node], port=8080)
        if status != 200:
            raise RuntimeError(f"{node} {project}: {status} {body[:300]}")
        found += [proposal["value"] for proposal in json.loads(body)]
        link = re.match("<https?://[^/]*([^>]*)>", headers.get("Link", ""))
        path = link and link[1]
    return found


def wait_until_equal():
    begin = time.monotonic()
    for project in projects:
        while len(set(tips(project).values())) != 1:
            if time.monotonic() - begin > 120:
                fail(f"the nodes do not have one state of {project}: {tips(project)}")
                return
            time.sleep(0.1)
    say(f"all nodes are equal after {time.monotonic() - begin:.1f} s")


def compare(load, lost_between=(0, 0)):
    """Requires that all nodes have each acknowledged text once.

    Texts that one node alone acknowledged during `lost_between` may have been lost with its disk.
    """
    lost = 0
    by_project = {}
    for entry in load.acknowledged:
        by_project.setdefault(entry[0], []).append(entry)
    for project in projects:
        lists = {node: sorted(texts(project, node)) for node in NODES}
        if len({str(texts) for texts in lists.values()}) != 1:
            fail(f"the nodes list different proposals of {project}")
        present = lists["a"]
        for text in set(present):
            if present.count(text) != 1:
                fail(f"{text} is in {project} {present.count(text)} times")
        for _, text, is_remote, at in by_project.get(project, []):
            if text in present:
                continue
            if not is_remote and lost_between[0] <= at <= lost_between[1]:
                lost += 1
            else:
                fail(f"{text} of {project} is lost")
    say(f"{len(load.acknowledged)} texts were acknowledged, {lost} of them were lost with the disk, "
        f"{len(load.unknown)} were never answered")
    say(f"answers by status: {dict(sorted(load.statuses.items()))}")
    if len(load.acknowledged) < 20:
        fail("the load was too small to show anything")


def require_no_defects():
    for node in NODES:
        for line in (directory / f"{node}.log").read_text().splitlines():
            if '"status":500' in line or "Fatal error" in line:
                fail(f"{node}: {line[:500]}")


def main():
    global admin
    create_network()
    for name in ("new", "hub", "work", *NODES):
        (directory / name).mkdir()
    configure()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(create_project, projects))
        list(pool.map(lambda pair: clone_to(*pair), [(project, node) for project in projects for node in NODES]))
    admin = token("--name", "Mara", "--email", "mara@example.org", "--scope", "admin")
    key = "0f" * 32 + "\n"
    for node in NODES:
        state = directory / node / "state"
        if node != "a":
            shutil.copytree(directory / "a/state", state)
        (state / "session.key").write_text(key)
        (state / "session.key").chmod(0o600)
    say(f"{len(projects)} projects on {len(NODES)} nodes, seed {seed}")
    start_hub()
    for node in NODES:
        start_node(node)
    start("proxy", "proxy", "/usr/sbin/haproxy", "-db", "-f", directory / "fleet/haproxy.cfg")
    wait_until_ready()
    say("the fleet is ready")
    choice = random.Random(seed)
    load = Load().start()
    end = time.monotonic() + seconds
    # Each kind occurs once in each round.
    faults = [fault_move, fault_kill, fault_cut, fault_cut_from_hub, fault_hub, fault_begin_anew]
    while time.monotonic() < end:
        choice.shuffle(faults)
        for fault in faults:
            time.sleep(choice.uniform(0.5, 2))
            fault(choice)
    load.stop()
    wait_until_equal()
    compare(load)
    load.start()
    time.sleep(2)
    lost_between = fault_disk(choice)
    time.sleep(2)
    load.stop()
    wait_until_equal()
    compare(load, lost_between)
    require_no_defects()
    if outages:
        say(f"a project whose node was away had no answer for at most {max(outages):.1f} s")


try:
    main()
except Exception as error:
    fail(repr(error))
    raise
finally:
    for name in list(programs):
        kill(name)
    sys.stdout.flush()
sys.exit(1 if failures else 0)
