"""Signatures of RFC 8032, section 5.1, by plain arithmetic: to check them, not to make them."""
import hashlib

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(p, q):
    (x1, y1), (x2, y2), k = p, q, D * p[0] * q[0] * p[1] * q[1]
    return (x1 * y2 + y1 * x2) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P

def times(n, p):
    q = (0, 1)
    while n:
        q, p, n = add(q, p) if n & 1 else q, add(p, p), n >> 1
    return q

def point(raw):
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if x * x % P == xx else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != xx:
        raise ValueError("no point of the curve")
    return (P - x if x & 1 != raw[31] >> 7 else x), y

def is_signed(key, text, signature):
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    s = int.from_bytes(signature[32:], "little")
    try:
        return s < ORDER and times(s, BASE) == add(point(signature[:32]), times(h, point(key)))
    except ValueError:
        return False

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
