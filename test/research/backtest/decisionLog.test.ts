import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecisionLog } from '../../../src/research/backtest/decisionLog.ts';

const encoder = new TextEncoder();

function addTo(log: DecisionLog, line: string, at: number): void {
  // The bytes of a line stand at the beginning of a larger array, which is used again.
  const bytes = encoder.encode(`${line} and more`);
  log.add(bytes, encoder.encode(line).length, at);
  bytes.fill(0);
}

const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('')).digest('hex');

describe('DecisionLog', () => {
  it('marks every decision at first and fewer later on, at counts that any longer log has too', () => {
    const [shorter, longer] = [new DecisionLog(), new DecisionLog()];
    for (let i = 0; i < 700; i++) addTo(shorter, `decision ${i}`, i);
    for (let i = 0; i < 5000; i++) addTo(longer, `decision ${i}`, i);
    expect(longer.marks.length).toBeLessThanOrEqual(513);
    const known = new Map(shorter.marks.map(({ count, digest }) => [count, digest]));
    const both = longer.marks.filter(({ count }) => count <= 700);
    expect(both.length).toBeGreaterThan(20);
    for (const { count, digest } of both) expect(known.get(count)).toBe(digest);
    expect(shorter.digest).not.toBe(longer.digest);
  });

  it('hashes the lines one after the other, whatever their length and however often somebody asks', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 0, max: 100_000 }).map((length) => 'x'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.boolean()), { maxLength: 40 }), (lines) => {
        const log = new DecisionLog();
        const added: string[] = [];
        for (const [text, isAsked] of lines) {
          addTo(log, text, added.push(text));
          if (isAsked) expect(log.digest).toBe(hashOf(added));
        }
        expect(log.digest).toBe(hashOf(added));
        expect(log.count).toBe(added.length);
        for (const { count, at, digest } of log.marks) expect([at, digest]).toEqual([count, hashOf(added.slice(0, count))]);
      }),
      { numRuns: 40 },
    );
  });

  it('is the hash of nothing where nothing was decided', () => {
    expect(new DecisionLog().digest).toBe(hashOf([]));
    expect(new DecisionLog().marks).toEqual([]);
  });
});
