"""Checks a proof of what is owed, as docs/proof.md says. Python 3.9 or newer, and nothing else.

    python3 verify.py CHECKPOINT_FILE [MINE_FILE] [--key HEX] [--identifier TEXT]
"""
import argparse
import hashlib
import json
import re
import sys
from datetime import datetime, timezone

from ed25519 import is_signed

MAX, PARTS = 2_100_000_000_000_000_000, 8

class Fault(Exception):
    pass

def need(holds, kind):
    if not holds:
        raise Fault(kind)

def u64(number):
    return number.to_bytes(8, "big")

def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def text(file, name, form):
    need(isinstance(file, dict) and isinstance(file.get(name), str), "unreadable")
    need(re.fullmatch(form, file[name]), "unreadable")
    return file[name]

def raw(file, name, size):
    return bytes.fromhex(text(file, name, "[0-9a-f]{%d}" % (size * 2)))

def msat(file, name):
    amount = int(text(file, name, "-?[0-9]{1,40}"))
    need(0 <= amount <= MAX, "sum_out_of_bounds")
    return amount

def count(file, name, top):
    need(isinstance(file, dict) and type(file.get(name)) is int and 0 <= file[name] <= top, "unreadable")
    return file[name]

def items(file, name):
    need(isinstance(file.get(name), list), "unreadable")
    return file[name]

def read_checkpoint(file):
    text(file, "format", "satchel-owed-v1")
    try:
        time = datetime.strptime(text(file, "time", r"[-0-9T:]{19}\.\d{3}Z"), "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        raise Fault("unreadable")
    ms = (time.replace(tzinfo=timezone.utc) - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()
    c = {"epoch": int(text(file, "epoch", "[0-9]{1,18}")), "ms": round(ms * 1000), "depth": count(file, "depth", 40)}
    for name, size in (("node", 33), ("users_root", 32), ("root", 32), ("previous", 32), ("key", 32), ("hash", 32), ("signature", 64)):
        c[name] = raw(file, name, size)
    for name in ("users_msat", "unclaimed_msat", "in_flight_msat", "total_msat"):
        c[name] = msat(file, name)
    c["key_signature"] = None if file.get("key_signature") is None else raw(file, "key_signature", 64)
    users, unclaimed = u64(c["users_msat"]), u64(c["unclaimed_msat"])
    need(c["users_msat"] + c["unclaimed_msat"] <= MAX, "sum_out_of_bounds")
    root = sha(b"\2", u64(c["epoch"]), c["users_root"], users, unclaimed)
    signed = b"".join((b"satchel-owed-v1", u64(c["epoch"]), u64(c["ms"]), c["node"], bytes([c["depth"]]), c["users_root"],
                       users, unclaimed, u64(c["in_flight_msat"]), root, c["previous"], c["key"]))
    need(root == c["root"] and sha(signed) == c["hash"] and c["in_flight_msat"] <= c["users_msat"], "wrong_root")
    need(c["users_msat"] + c["unclaimed_msat"] == c["total_msat"], "wrong_root")
    need(is_signed(c["key"], signed, c["signature"]), "wrong_signature")
    return c

def read_chain(file):
    if not isinstance(file, dict) or file.get("format") != "satchel-owed-chain-v1":
        return [read_checkpoint(file)]
    chain = [read_checkpoint(one) for one in items(file, "checkpoints")]
    need(chain, "unreadable")
    for a, b in zip(chain, chain[1:]):
        need(b["epoch"] == a["epoch"] + 1 and b["previous"] == a["hash"] and b["ms"] >= a["ms"], "broken_chain")
        need(b["node"] == a["node"], "broken_chain")
        handed_on = b["key_signature"] and is_signed(a["key"], b"satchel-owed-key-v1" + b["previous"] + b["key"], b["key_signature"])
        need(b["key"] == a["key"] or handed_on, "unsigned_key")
    return chain

def check_part(c, mine, part):
    need(len(part["path"]) == c["depth"] and part["index"] < 2 ** c["depth"], "wrong_depth")
    place, total = part["index"], part["msat"]
    node = sha(b"\0", part["nonce"], u64(c["epoch"]), bytes([part["part"]]), u64(total), *mine)
    for beside, amount in part["path"]:
        sides = (node + u64(total), beside + u64(amount))
        node, total, place = sha(b"\1", *(reversed(sides) if place & 1 else sides)), total + amount, place >> 1
        need(total <= MAX, "not_in_tree")
    need(node == c["users_root"] and total == c["users_msat"], "not_in_tree")

def check_mine(c, file, identifier=None):
    text(file, "format", "satchel-owed-mine-v1")
    epoch, seq = (int(text(file, name, "[0-9]{1,18}")) for name in ("epoch", "record_seq"))
    head, name, owed = raw(file, "chain_head", 32), text(file, "identifier", ".+"), msat(file, "total_msat")
    parts = [{"part": count(one, "part", 255), "index": count(one, "index", 2**40 - 1), "msat": msat(one, "msat"),
              "nonce": raw(one, "nonce", 32), "path": [(raw(s, "hash", 32), msat(s, "msat")) for s in items(one, "path")]}
             for one in items(file, "parts")]
    need(epoch == c["epoch"], "other_epoch")
    need(identifier is None or name == identifier, "other_identifier")
    need(all(len({one[key] for one in parts}) == len(parts) for key in ("part", "index")), "part_twice")
    need({one["part"] for one in parts} == set(range(PARTS)), "part_missing")
    for part in parts:
        check_part(c, (u64(seq), head, name.encode()), part)
    need(sum(one["msat"] for one in parts) == owed, "wrong_total")
    return owed

def verify(checkpoint, mine=None, key=None, identifier=None):
    """Answers the checkpoint and the amount of the file of one's own. Leaves `node_signature` out."""
    chain = read_chain(checkpoint)
    newest = chain[-1]
    need(key is None or any(one["key"] == bytes.fromhex(key) for one in chain), "wrong_key")
    return newest, None if mine is None else check_mine(newest, mine, identifier)

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for argument in ("checkpoint", "--key", "--identifier"):
        parser.add_argument(argument)
    parser.add_argument("mine", nargs="?")
    given = parser.parse_args()
    files = [path and json.load(open(path, encoding="utf-8")) for path in (given.checkpoint, given.mine)]
    try:
        newest, owed = verify(*files, given.key, given.identifier)
    except Fault as fault:
        sys.exit(f"it does not hold: {fault}")
    print(f"checkpoint {newest['epoch']} holds: {newest['total_msat']} msat are owed" + ("" if owed is None else f", {owed} of it to you"))
