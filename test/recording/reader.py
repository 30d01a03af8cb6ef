"""Reads recordings of a market as docs/recording-format.md describes them. Standard library only.

python3 reader.py FILE...   prints a line of JSON per record. A closed day (.zst) is unpacked first, with `zstd -d`.
"""
import json, struct, sys, zlib

HEAD = struct.Struct("<4sIIBBHIIIIq")  # magic, crc, payload bytes, kind, flags, 0, sequence, entries, gaps, span, first
REASONS = ["poll-failed", "withheld", "stopped", "crashed", "damaged", "disk-full", "not-published"]
FIELDS = ["lastPrice", "lowestAsk", "highestBid", "baseVolume", "quoteVolume", "priceChangePercent", "highestPrice", "lowestPrice"]
HEADER, MARKET, KEYFRAME = 0, 1, 1


class Payload:
    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        value = self.varint()
        return -(value >> 1) if value & 1 else value >> 1

    def text(self):
        length = self.varint()
        self.at += length
        return self.data[self.at - length : self.at].decode()


def chunks(data):
    """Intact chunks: whether something is missing before it, its head, its payload."""
    at, expected, damaged = 0, 0, False
    while at + HEAD.size <= len(data):
        magic, crc, length, kind, flags, _, sequence, _, _, _, first = HEAD.unpack_from(data, at)
        end = at + HEAD.size + length
        if magic != b"SLCK" or end > len(data) or zlib.crc32(data[at + 8 : end]) != crc:
            damaged, at = True, data.find(b"SLCK", at + 1)
            if at < 0:
                return
            continue
        yield damaged or sequence != expected, kind, flags, first, data[at + HEAD.size : end]
        at, expected, damaged = end, sequence + 1, False


def edit(payload, side, count, step, room):
    at = 0
    for _ in range(count):
        head = payload.byte()
        at += 63 + payload.varint() if head >> 2 == 63 else head >> 2
        what = head & 3  # 0 set, 1 insert, 2 delete, 3 replace
        if what == 2:
            del side[at]
            continue
        if what == 0:
            ticks = side[at][0]
        elif at == 0:
            ticks = (side[0][0] if side else 0) + step * payload.signed()
        else:
            ticks = side[at - 1][0] + step * payload.varint()
        level = [ticks, payload.varint()]
        if what == 1:
            side.insert(at, level)
        else:
            side[at] = level
        at += 1
    del side[room:]


def records(data):
    anchored = False
    for damaged, kind, flags, first, content in chunks(data):
        if kind == HEADER:
            yield {"type": "header", **json.loads(content)}
        if kind != MARKET or not content:
            continue
        if flags & KEYFRAME:
            anchored, at, age, depth, room, bids, asks, fields = True, first, 0, 0, 0, [], [], {}
        elif damaged:
            anchored = False
        if not anchored:
            continue
        payload = Payload(content)
        while payload.at < len(content):
            head = payload.byte()
            if head == 3:
                depth, room = payload.varint(), payload.varint()
                continue
            at += payload.varint()
            if head >= 0x80:
                age += payload.signed()
                counts = [(head - 0x80) // 11, (head - 0x80) % 11]
                counts = [count + payload.varint() if count == 10 else count for count in counts]
                edit(payload, bids, counts[0], -1, room)
                edit(payload, asks, counts[1], 1, room)
                yield {"type": "book", "at": at, "exchangeAt": at - age, "depth": depth, "bids": bids, "asks": asks}
            elif head == 1:
                changed = payload.byte()
                fields.update({name: payload.text() or None for i, name in enumerate(FIELDS) if changed >> i & 1})
                yield {"type": "statistics", "at": at, **fields}
            elif head == 2:
                start, reason = at - payload.varint(), REASONS[payload.byte()]
                yield {"type": "gap", "at": at, "from": start, "reason": reason, "detail": payload.text()}


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        for record in records(file.read()):
            print(json.dumps(record))
