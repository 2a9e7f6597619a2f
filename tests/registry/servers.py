"""servers.py - on loopback: Debian's docker-registry, a token service for it,
a proxy that does what it is told, and certificates.  Each is a context
manager; stop() ends what start() began, by its process id."""
import base64
import http.client
import http.server
import json
import os
import re
import shutil
import socket
import socketserver
import struct
import subprocess
import threading
import time
import urllib.parse

USER, PASSWORD = "someone", "s3cret:pass"
# bcrypt of PASSWORD, the only form that docker-registry takes.
HTPASSWD = "someone:$2b$04$cx1wDGlzV9U7eebk0wNLp.KcWlE/2IWBi5tL4LZqGRH0M1k8MALgS\n"


def registry_program():
    return shutil.which("docker-registry")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def openssl(*args, data=None):
    return subprocess.run(["openssl", *args], input=data, check=True,
                          capture_output=True, timeout=60).stdout


def make_key(folder, name, subject, issuer=None, names=None):
    """An RSA key and its certificate, signed by itself or by issuer."""
    key, cert = (os.path.join(folder, name + e) for e in (".key", ".crt"))
    args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
            "-out", cert, "-days", "2", "-subj", "/CN=" + subject]
    if issuer:
        args += ["-CA", issuer + ".crt", "-CAkey", issuer + ".key",
                 "-addext", "subjectAltName=" + names,
                 "-addext", "basicConstraints=critical,CA:FALSE"]
    openssl(*args)
    return os.path.join(folder, name)


class Registry:
    """docker-registry; lines is more of its configuration, as YAML."""

    def __init__(self, folder, name, lines="", tls=None):
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.folder = os.path.join(folder, name)
        self.scheme = "https" if tls else "http"
        os.makedirs(self.folder)
        certs = f"""
  tls: {{certificate: {tls}.crt, key: {tls}.key}}""" if tls else ""
        self.config = os.path.join(self.folder, "config.yml")
        with open(self.config, "w") as f:
            f.write(f"""version: 0.1
log: {{level: warn, accesslog: {{disabled: false}}}}
storage:
  filesystem: {{rootdirectory: {self.folder}/data}}
http:
  addr: {self.host}
  secret: tests{certs}
{lines}""")

    def __enter__(self):
        self.log_path = os.path.join(self.folder, "log")
        self.log = open(self.log_path, "wb")
        self.process = subprocess.Popen(
            [registry_program(), "serve", self.config], stdout=self.log,
            stderr=subprocess.STDOUT)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{self.config}: it does not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.log.close()

    def requests(self):
        with open(self.log_path, "rb") as f:
            return re.findall(r'"((?:GET|HEAD) [^"]*)" (\d+) (\d+)',
                              f.read().decode("utf-8", "replace"))


class Quiet(http.server.ThreadingHTTPServer):
    """Clients that leave early are no news."""

    daemon_threads = True

    def handle_error(self, *_):
        pass


class Server:
    """A threaded HTTP server around a handler class; log has requests."""

    handler = None

    def __init__(self):
        self.log = []
        self.httpd = Quiet(("127.0.0.1", 0), self.handler)
        self.httpd.owner = self
        self.port = self.httpd.server_address[1]
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.thread = threading.Thread(target=self.httpd.serve_forever,
                                       daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.httpd.shutdown()
        self.httpd.server_close()
        self.thread.join(10)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self):
        self.server.owner.log.append(
            (self.command, self.path, dict(self.headers)))

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class IssuerHandler(Handler):
    """GET by Basic or by nobody, POST by a refresh token."""

    def do_GET(self):
        self.note()
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        auth = self.headers.get("Authorization", "")
        want = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if auth and auth != "Basic " + want:
            return self.answer(401, b'{"details": "wrong"}')
        self.grant(query, bool(auth))

    def do_POST(self):
        self.note()
        size = int(self.headers.get("Content-Length", 0))
        form = urllib.parse.parse_qs(self.rfile.read(size).decode())
        if not self.server.owner.knows_refresh:
            return self.answer(404)
        if form.get("refresh_token") != ["identity-s3cret"]:
            return self.answer(401)
        self.grant(form, True)

    def grant(self, query, known):
        scopes = query.get("scope", [])
        access = []
        for scope in scopes:
            kind, name, actions = scope.split(":", 2)
            if known or name.startswith("public/"):
                access.append({"type": kind, "name": name,
                               "actions": actions.split(",")})
        owner = self.server.owner
        body = {"token": owner.sign(access), "expires_in": 300}
        if owner.refresh:
            body["refresh_token"] = "identity-s3cret"
        self.answer(200, json.dumps(body).encode(),
                    Content_Type="application/json")


class Issuer(Server):
    """distribution's token service: JWT, RS256, with the chain inside."""

    handler = IssuerHandler

    def __init__(self, folder):
        super().__init__()
        self.base = make_key(folder, "issuer", "issuer")
        self.knows_refresh = True
        self.refresh = False
        der = openssl("x509", "-in", self.base + ".crt", "-outform", "DER")
        self.chain = [base64.b64encode(der).decode()]

    def lines(self, host=None):
        return f"""auth:
  token:
    realm: http://{host or self.host}/token
    service: tests
    issuer: tests
    rootcertbundle: {self.base}.crt
"""

    def sign(self, access):
        def part(value):
            raw = json.dumps(value).encode()
            return base64.urlsafe_b64encode(raw).rstrip(b"=")
        now = int(time.time())
        text = part({"typ": "JWT", "alg": "RS256", "x5c": self.chain}) + \
            b"." + part({"iss": "tests", "sub": USER, "aud": "tests",
                         "exp": now + 300, "nbf": now - 10, "iat": now,
                         "jti": str(now), "access": access})
        raw = openssl("dgst", "-sha256", "-sign", self.base + ".key",
                      data=text)
        return (text + b"." + base64.urlsafe_b64encode(raw).rstrip(b"=")
                ).decode()


class ProxyHandler(Handler):
    def do_GET(self):
        self.note()
        for rule in self.server.owner.rules:
            if rule.take(f"{self.command} {self.path}"):
                return rule.action(self)
        self.forward()

    do_HEAD = do_GET

    def fetch(self, drop=()):
        """Status, headers and body of the registry's own answer."""
        headers = {k: v for k, v in self.headers.items()
                   if k.lower() not in drop}
        c = http.client.HTTPConnection(self.server.owner.upstream, timeout=30)
        path = self.path[self.path.index("/v2/"):]  # to a proxy: a URL
        c.request(self.command, path, headers=headers)
        r = c.getresponse()
        body = r.read()
        c.close()
        return r.status, r.getheaders(), body

    def forward(self, drop=(), change=None, cut=None):
        status, headers, body = self.fetch(drop)
        if change:
            body = change(body)
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("connection", "transfer-encoding"):
                self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        self.wfile.write(body if cut is None else body[:cut])
        if cut is not None:
            self.close_connection = True

    def reset(self):
        """RST instead of FIN."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack("ii", 1, 0))
        self.connection.close()


class EngineHandler(Handler):
    """The Docker Engine API as far as `docker save` needs it."""

    def do_GET(self):
        self.server.owner.log.append(self.path)
        found = re.fullmatch(r"/images/(.+)/get", self.path)
        data = self.server.owner.images.get(
            urllib.parse.unquote(found.group(1)) if found else "")
        if data is None:
            return self.answer(404, b'{"message": "reference does not exist"}',
                               Content_Type="application/json")
        self.send_response(200)
        self.send_header("Content-Type", "application/x-tar")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for at in range(0, len(data), 5000):
            part = data[at:at + 5000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        if self.server.owner.whole:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True


class UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def get_request(self):
        request, _ = super().get_request()
        return request, ("daemon", 0)


class Engine:
    """A daemon on a socket, and on a port where tcp is set."""

    def __init__(self, path=None):
        self.images, self.log, self.whole = {}, [], True
        self.httpd = UnixServer(path, EngineHandler) if path else \
            http.server.ThreadingHTTPServer(("127.0.0.1", 0), EngineHandler)
        self.httpd.owner = self
        self.address = "unix://" + path if path else \
            f"tcp://127.0.0.1:{self.httpd.server_address[1]}"
        self.thread = threading.Thread(target=self.httpd.serve_forever,
                                       daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.httpd.shutdown()
        self.httpd.server_close()
        self.thread.join(10)


class Rule:
    """The next times requests that match pattern get action."""

    lock = threading.Lock()

    def __init__(self, pattern, action, times=1):
        self.pattern, self.action, self.times = pattern, action, times

    def take(self, line):
        with self.lock:
            if self.times == 0 or not re.search(self.pattern, line):
                return False
            self.times -= 1
            return True


class Proxy(Server):
    handler = ProxyHandler

    def __init__(self, upstream):
        super().__init__()
        self.upstream = upstream
        self.rules = []

    def plan(self, *rules):
        self.rules = list(rules)
        self.log.clear()


def status(code, **headers):
    return lambda h: h.answer(code, b'{"errors":[{"code":"SOME_CODE"}]}',
                              **headers)


def cut(n):
    return lambda h: h.forward(cut=n)


def reset():
    return lambda h: h.reset()


def corrupt():
    """In the middle: an end may be padding."""
    def change(b):
        if not b:
            return b
        at = len(b) // 2
        return b[:at] + bytes([b[at] ^ 1]) + b[at + 1:]
    return lambda h: h.forward(change=change)


def ignore_range():
    return lambda h: h.forward(drop=("range",))


def redirect(to, code=307):
    return lambda h: h.answer(code, Location=to + h.path)


def stall(n):
    def action(h):
        status_, headers, body = h.fetch()
        h.send_response(status_)
        for name, value in headers:
            h.send_header(name, value)
        h.end_headers()
        h.wfile.write(body[:n])
        h.wfile.flush()
        time.sleep(100)
    return action
