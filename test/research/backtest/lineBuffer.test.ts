import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { LineBuffer, Piece } from '../../../src/research/backtest/lineBuffer.ts';
import { anyCharacter } from '../../anyCharacter.ts';

const decoder = new TextDecoder();
const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: anyCharacter, maxLength: 30 }));

function written(write: (line: LineBuffer) => void): string {
  const line = new LineBuffer();
  write(line);
  return decoder.decode(line.take());
}

/** As likely to be of few digits as of many. */
const anyWhole = fc.integer({ min: 0, max: 16 }).chain((digits) => fc.nat(Math.min(10 ** digits, Number.MAX_SAFE_INTEGER)));

describe('LineBuffer', () => {
  it('writes units as the `toFixed` of their decimal', () => {
    fc.assert(
      fc.property(anyWhole, fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        const text = dec(units).times(dec(10).pow(-decimals)).toFixed();
        expect(written((line) => line.scaled(units, decimals))).toBe(text);
      }),
      { numRuns: 2000 },
    );
    for (const units of [0, 1, 10, 0x3fffffff, 0x40000000, 2 ** 31, 2 ** 32, 4e15, Number.MAX_SAFE_INTEGER]) {
      expect(written((line) => line.whole(units))).toBe(String(units));
      expect(written((line) => line.scaled(units, 8))).toBe(dec(units).times('1e-8').toFixed());
    }
  });

  it('writes times of these years, one after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1e12, max: 1e13 - 1 }), { minLength: 1 }), (times) => {
        const line = new LineBuffer();
        for (const at of times) line.time(at);
        expect(decoder.decode(line.take())).toBe(times.join(''));
      }),
    );
  });

  it('writes pieces, texts, bytes and other lines one after the other, however long they are', () => {
    const part = fc.oneof(
      anyText.map((text) => ({ kind: 'piece', text })),
      anyText.map((text) => ({ kind: 'text', text })),
      fc.nat(90_000).map((length) => ({ kind: 'piece', text: 'é'.repeat(length) })),
      fc.nat(90_000).map((length) => ({ kind: 'text', text: '€'.repeat(length) })),
      fc.nat(90_000).map((length) => ({ kind: 'copy', text: 'z'.repeat(length) })),
      fc.constant({ kind: 'byte', text: '\n' }),
      anyWhole.map((units) => ({ kind: 'whole', text: String(units) })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const line = new LineBuffer();
        for (const { kind, text } of parts) {
          if (kind === 'piece') line.put(new Piece(text));
          else if (kind === 'text') line.text(text);
          else if (kind === 'byte') line.byte(10);
          else if (kind === 'whole') line.whole(Number(text));
          else {
            const other = new LineBuffer();
            other.text(text);
            line.copy(other);
          }
        }
        const expected = new TextEncoder().encode(parts.map(({ text }) => text).join(''));
        expect(line.end).toBe(expected.length);
        expect(Buffer.from(line.take()).equals(expected)).toBe(true);
        expect([line.end, line.isFull]).toEqual([0, false]);
      }),
      { numRuns: 60 },
    );
  });

  it('says that it is full while a line still fits', () => {
    const line = new LineBuffer();
    const piece = new Piece('x'.repeat(1000));
    while (!line.isFull) line.put(piece);
    expect(line.end).toBeLessThan(1 << 16);
    expect(line.bytes.length - line.end).toBeGreaterThanOrEqual(1 << 12);
  });
});
