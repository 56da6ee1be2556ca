"""A webhook receiver that needs only Python 3.

    WEBHOOK_SECRET=whsec_... python3 receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SEC = 300
SECRET = os.environ["WEBHOOK_SECRET"]

# Handled messages. A real receiver keeps them in its database, with what it did.
seen = set()


def verify(secret, headers, body):
    """The id of the message, or None when it is not genuine. `body` is the raw bytes."""
    message_id, timestamp, signatures = (
        headers.get("webhook-" + name) or headers.get("svix-" + name) or ""
        for name in ("id", "timestamp", "signature")
    )
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SEC:
        return None
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is being replaced there are two signatures, with a space between them.
    given = signatures.split(" ")
    is_genuine = any(hmac.compare_digest(each.encode(), expected.encode()) for each in given)
    return message_id if is_genuine else None


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        message_id = verify(SECRET, self.headers, body)
        if message_id is None:
            return self.answer(401)
        # The same message may come twice: after a crash on either side, or when it is replayed.
        if message_id not in seen:
            seen.add(message_id)
            invoice = json.loads(body)
            print(invoice["type"], invoice["amount"], "sat", invoice["payment_hash"], flush=True)
        # Answer right away and do slow work later. Without a 2xx within 15 s it comes again.
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f'listening on {{"port":{server.server_address[1]}}}', flush=True)
    server.serve_forever()
