/**
 * What the engine decided, told and came to in drawn backtests, as it was written down before it was built anew: each run again
 * must give the same, byte for byte.
 *
 * `SLUICE_DIGESTS=write npx vitest run test/research/digests` writes `digests.json` anew: only when a rule of trading changes on
 * purpose, or when the drawing does.
 * `SLUICE_DIGESTS_LINES=FOLDER` also writes all that is hashed, a file for each run, band and kind, so that `diff -r` shows where
 * two versions part. With `-t 'two 7 '` it is one run alone.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { BANDS } from '../../../src/research/runRecord.ts';
import { CASES } from './digestCases.ts';
import { type BandDigest, digestOf, type RunDigest, type RunLines } from './digestOf.ts';

const FILE = new URL('digests.json', import.meta.url);
const isWriting = process.env['SLUICE_DIGESTS'] === 'write';
const linesFolder = process.env['SLUICE_DIGESTS_LINES'];

const kept = isWriting ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, RunDigest>);

/** `halted` can't be among them: in a backtest nobody resumes a strategy that a halt has paused. */
const RULES = [
  'symbol',
  'side',
  'price-grid',
  'amount-grid',
  'min-volume',
  'amount',
  'stale-data',
  'price-collar',
  'order-value',
  'budget',
  'open-orders',
  'self-trade',
  'balance',
  'order-rate',
  'daily-loss',
  'not-running',
  'lane-busy',
  'limit-rate',
  'quote-expired',
];
const EVENTS = `place replace cancel request-quote convert order-opened order-replaced order-closed fill quoted cancel-accepted
  cancel-failed converted quote-refused intent-refused intent-not-sent market-warning log refused strategy-state strategy-stopped
  halted trading`.split(/\s+/);

afterAll(() => {
  if (!isWriting) return;
  const lines = Object.entries(kept).map(([name, digest]) => `${JSON.stringify(name)}:${JSON.stringify(digest)}`);
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
});

describe('a drawn backtest', () => {
  it.each(CASES)('%s comes to what was written down', (name) => {
    const { digest, lines } = digestOf(name);
    if (linesFolder !== undefined) writeLines(linesFolder, name, lines);
    if (isWriting) kept[name] = digest;
    const differences = differencesOf(kept[name], digest);
    expect(differences, `${name} is not what was written down:\n${differences.join('\n')}`).toEqual([]);
  });
});

describe('the digests', () => {
  const bands = (): BandDigest[] => Object.values(kept).flat();

  it('are one for each drawn backtest', () => {
    expect(Object.keys(kept)).toEqual(CASES);
  });

  it.each(RULES)('hold refusals by the rule %s', (rule) => {
    expect(bands().filter(({ refusals }) => Object.values(refusals).some((counts) => (counts[rule] ?? 0) > 0))).not.toEqual([]);
  });

  it.each(EVENTS)('hold events of the type %s', (type) => {
    expect(bands().filter(({ told }) => (told[type] ?? 0) > 0)).not.toEqual([]);
  });

  it('hold runs that trade, and few that do nothing', () => {
    expect(bands().filter(({ fills }) => fills > 0).length).toBeGreaterThan(bands().length * 0.6);
    expect(bands().filter(({ fills }) => fills > 30).length).toBeGreaterThan(bands().length * 0.1);
  });
});

/** One line for each field that differs, with its name. */
function differencesOf(wanted: RunDigest | undefined, found: RunDigest): string[] {
  if (wanted?.length !== found.length) return [`${wanted?.length ?? 'no'} bands were written down, there are ${found.length}`];
  return found.flatMap((digest, i) =>
    (Object.keys(digest) as (keyof BandDigest)[])
      .filter((field) => !isDeepStrictEqual(wanted[i]![field], digest[field]))
      .map((field) => `${BANDS[i]}, ${field}: was ${JSON.stringify(wanted[i]![field])}, is ${JSON.stringify(digest[field])}`),
  );
}

function writeLines(folder: string, name: string, lines: RunLines): void {
  mkdirSync(folder, { recursive: true });
  for (const [kind, bands] of Object.entries(lines) as [keyof RunLines, RunLines[keyof RunLines]][]) {
    for (const [band, texts] of bands) writeFileSync(join(folder, `${name.replace(' ', '-')}-${band}.${kind}`), `${texts.join('\n')}\n`);
  }
}
