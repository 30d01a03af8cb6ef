import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sluicePeak } from './sluicePeak.ts';

/**
 * The most memory that `sluice backtest` takes, over a tenth of a recording and over all of it. Each is the median of three runs,
 * after one run that fills the cache of compiled sources.
 *
 *     npm --prefix bench run week -- --data DIR --every 10 --symbols BTC/EUR
 *     npm --prefix bench run memory -- --data DIR
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, from: { type: 'string', default: '2026-11-09' } } });
if (values.data === undefined) throw new Error('--data DIR: a recording, as `npm --prefix bench run week` makes it');
const FROM = Date.parse(values.from);
const WEEK_MS = 7 * 86_400_000;
const RUNS = 3;
const MOST_GROWTH = 1.15;
/** A configuration that trades so much that the list of fills matters. */
const MOST_BYTES_A_FILL = 100;
const STRATEGIES = {
  calm: '{ use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 40, size: 0.01, maxBase: 0.05, smooth: 20 } }',
  busy: '{ use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 20, size: 0.01, maxBase: 0.2, moveBps: 10 } }',
};

interface Run {
  readonly snapshots: number;
  readonly fills: number;
  readonly bytes: number;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-memory-'));
let isMissed = false;
try {
  for (const [name, strategy] of Object.entries(STRATEGIES)) {
    const config = join(folder, `${name}.yaml`);
    writeFileSync(
      config,
      `mode: demo\nvenue: { knows: { replace: atomic-keeps-id } }\nbacktest: { balances: { EUR: 100000, BTC: 2 } }\nrisk: { staleAfter: 20s, maxOrdersPerMinute: 1000 }\nstrategies:\n  m: ${strategy}\n`,
    );
    memoryOf(config, WEEK_MS / 10);
    const shorts: Run[] = [];
    const longs: Run[] = [];
    for (let i = 0; i < RUNS; i++) {
      shorts.push(memoryOf(config, WEEK_MS / 10));
      longs.push(memoryOf(config, WEEK_MS));
    }
    const [short, long] = [middle(shorts), middle(longs)];
    const growth = long.bytes / short.bytes;
    const bytesAFill = (long.bytes - short.bytes) / Math.max(1, long.fills - short.fills);
    isMissed ||= growth > MOST_GROWTH && bytesAFill > MOST_BYTES_A_FILL;
    console.log(`${name}: ${text(short, shorts)}; ${text(long, longs)}`);
    console.log(
      `  ${growth.toFixed(2)} times the memory, target ${MOST_GROWTH}; or ${bytesAFill.toFixed(0)} bytes for each further fill, target ${MOST_BYTES_A_FILL}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = isMissed ? 1 : 0;

function memoryOf(config: string, ms: number): Run {
  const to = new Date(FROM + ms).toISOString();
  const argv = ['backtest', config, '--data', values.data!, '--to', to, '--no-checks', '--runs', join(folder, 'runs'), '-o', 'json'];
  const { stdout, peakBytes } = sluicePeak(argv);
  const { snapshots, fills } = JSON.parse(stdout) as { snapshots: number; fills: Record<string, number> };
  return { snapshots, fills: Object.values(fills).reduce((sum, count) => sum + count, 0), bytes: peakBytes };
}

function middle(runs: readonly Run[]): Run {
  return runs.toSorted((a, b) => a.bytes - b.bytes)[Math.floor(runs.length / 2)]!;
}

function text({ snapshots, fills }: Run, runs: readonly Run[]): string {
  const megabytes = runs.map(({ bytes }) => (bytes / 2 ** 20).toFixed(0)).toSorted();
  return `${snapshots} snapshots, ${fills} fills, ${megabytes.join(' ')} MB`;
}
