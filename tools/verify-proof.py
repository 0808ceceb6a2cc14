#!/usr/bin/env python3
"""Checks what `postledger audit prove` wrote, with Python's standard library alone.

    python3 verify-proof.py PROOF.json --key PUBLIC_KEY [--witness FILE]

It shows that the events are in the sealed log (RFC 9162, section 2.1.3.2), that this log continues the log of an earlier
seal (section 2.1.4.2), and that both seals were signed by the key (Ed25519, RFC 8032). Take the key from where the owner of
the log can't change it. With --witness, one of the two seals must stand in that file. Exit code 0 when all of this holds.
"""
import argparse, base64, hashlib, json, sys

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return i * j % P, k * m % P, j * k % P, i * m % P


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def point_of(octets):
    """The point of 32 bytes; None when there is none (RFC 8032, section 5.1.3)."""
    y = int.from_bytes(octets, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, text, signature):
    public = point_of(key) if len(key) == 32 else None
    r = point_of(signature[:32]) if len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= Q:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % Q
    left, right = times(s, BASE), add(r, times(h, public))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def inner(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def leaf_of(event):
    """An event's hash is that of docs/log-format.md: version, revision, lengths, texts."""
    texts = [text.encode() for text in event["texts"]]
    row = b"\x01" + event["revision"].to_bytes(8, "big") + b"".join(len(text).to_bytes(4, "big") for text in texts)
    return hashlib.sha256(b"\x00" + hashlib.sha256(row + b"".join(texts)).digest()).digest()


def is_included(leaf, index, size, path, root):
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = inner(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = inner(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def is_continued(first, second, path, first_root, second_root):
    if first == second:
        return not path and first_root == second_root
    if not 0 < first < second or not path:
        return False
    if first & (first - 1) == 0:
        path = [first_root] + path
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = inner(c, fr), inner(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = inner(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == first_root and sr == second_root


def check(proof, keys, witness):
    head, before = proof["head"], proof["from"]
    for seal in (head, before):
        text = f"postledger tree head 1\n{seal['ledgerId']}\n{seal['size']}\n{seal['root']}\n".encode()
        if seal["publicKey"] not in keys or not is_signed(
            base64.b64decode(seal["publicKey"]), text, base64.b64decode(seal["signature"])):
            return f"seal {seal['seal']} was not signed by the key"
    hashes = lambda name, of: [bytes.fromhex(h) for h in of[name]]
    roots = bytes.fromhex(before["root"]), bytes.fromhex(head["root"])
    if head["ledgerId"] != before["ledgerId"] or not is_continued(
            before["size"], head["size"], hashes("consistency", proof), *roots):
        return f"the log of seal {head['seal']} does not continue that of seal {before['seal']}"
    for event in proof["events"]:
        if not is_included(leaf_of(event), event["index"], head["size"], hashes("inclusion", event), roots[1]):
            return f"event {event['texts'][2]} is not in the log of seal {head['seal']}"
    same = lambda a, b: all(a[name] == b[name] for name in ("ledgerId", "size", "root"))
    if witness is not None and not any(same(seal, known) for seal in (head, before) for known in witness):
        return "neither seal is in the witness file"
    return None


arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("proof")
arguments.add_argument("--key", action="append", required=True, help="public key in base64; again for a key before it")
arguments.add_argument("--witness", help="file of `postledger audit witness`")
given = arguments.parse_args()
proof = json.load(open(given.proof, encoding="utf-8"))
fault = check(proof, given.key, given.witness and [json.loads(line) for line in open(given.witness, encoding="utf-8")])
if fault is None:
    for each in proof["events"]:
        print(f"event {each['index'] + 1}  {each['texts'][3]}  {each['texts'][1]}  {each['texts'][2]}")
    print(f"proved: in the log of seal {proof['head']['seal']}, which continues seal {proof['from']['seal']}")
sys.exit(fault and f"NOT PROVED: {fault}")
