import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openMarket } from '../src/recording/openMarket.ts';
import { median } from './harness.ts';
import { sumOfMarket, writeJsonLines } from './jsonLines.ts';
import { recordMarket } from './recordMarket.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/**
 * `sluice backtest` as a person runs it, as a process from start to end: three bands, all checks, the run's folder and its
 * report. It is compared with a Node that only reads the same books from JSON lines with `JSON.parse`, with prices as texts. The
 * targets are for wall time on two quiet cores, since the checks run beside the bands. On a busy machine, the processor time of
 * the main thread alone shows about what wall time would be on a quiet one, since the checks take less.
 */
const SNAPSHOTS = Number(process.argv[2] ?? 300_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const START = Date.UTC(2026, 10, 20);

const QUIET = '{ use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 30, size: 0.01, smooth: 20, maxBase: 0.1 } }';
const MOVING =
  '{ use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.01, smooth: 1, maxBase: 0.1, moveBps: 0 } }';
const GRID = '{ use: grid, symbol: BTC/EUR, budget: 10000 EUR, params: { levels: 4, stepBps: 30, size: 0.005 } }';
const DCA = '{ use: dca, symbol: BTC/EUR, budget: 5000 EUR, params: { amount: 25, at: 0 9 * * * } }';

/** The most that each may take, as a share of the reader's time. */
const CASES = [
  { name: 'a quiet maker', share: 0.6, strategies: { quiet: QUIET } },
  { name: 'a maker that moves with every book', share: 1.2, strategies: { moving: MOVING } },
  { name: 'three strategies', share: 1.2, strategies: { quiet: QUIET, grid: GRID, dca: DCA } },
];

interface Timed {
  readonly wallMs: number;
  /** Processor time of the main thread, and of all threads. */
  readonly mainMs: number;
  readonly allMs: number;
}

const TELL_TIMES = `data:text/javascript,import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  const ms = ({ user, system }) => (user + system) / 1000;
  process.stderr.write('times ' + ms(process.threadCpuUsage()) + ' ' + ms(process.cpuUsage()) + '\\n');
});`;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-command-'));
try {
  const data = join(folder, 'data');
  const lines = join(folder, 'books.jsonl');
  await recordMarket(data, new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS, startAt: START }), START);
  writeJsonLines(lines, new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS }));
  const recorded = sumOfMarket(openMarket(data, 'BTC/EUR')).text;
  const rows: Record<string, string>[] = [];
  for (const { name, share, strategies } of CASES) {
    const config = join(folder, 'bench.yaml');
    writeFileSync(config, configOf(strategies));
    const ours = async (): Promise<Timed> => {
      const { stdout, ...timed } = await run(['../bin/sluice.js', 'backtest', config, '--data', data, '-o', 'json']);
      const { snapshots, checks } = JSON.parse(stdout) as { snapshots: number; checks: readonly unknown[] };
      if (snapshots !== SNAPSHOTS || checks.length !== 3) throw new Error(`${name}: ${snapshots} books, ${checks.length} checks`);
      return timed;
    };
    const theirs = async (): Promise<Timed> => {
      const { stdout, ...timed } = await run(['jsonLinesReader.ts', lines]);
      if (stdout.trim() !== recorded) throw new Error(`the books differ: ${stdout.trim()} in the lines, ${recorded} recorded`);
      return timed;
    };
    // From then on the sources are compiled and the files are in memory.
    await ours();
    await theirs();
    const rounds: (readonly [Timed, Timed])[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push([await ours(), await theirs()]);
    rows.push(rowOf(name, rounds, share));
  }
  console.log(`sluice backtest of ${SNAPSHOTS} books, and JSON.parse of them (Node ${process.version}, load ${loadavg()[0]!.toFixed(1)})`);
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true });
}

async function run([file, ...args]: readonly string[]): Promise<Timed & { readonly stdout: string }> {
  const path = fileURLToPath(new URL(file!, import.meta.url));
  const begun = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=4', '--import', TELL_TIMES, path, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const wallMs = performance.now() - begun;
  const [, mainMs, allMs] = /^times (\S+) (\S+)$/m.exec(stderr) ?? [];
  if (code !== 0) throw new Error(`${file!} ended with ${code}: ${stderr}`);
  return { stdout, wallMs, mainMs: Number(mainMs), allMs: Number(allMs) };
}

function rowOf(name: string, rounds: readonly (readonly [Timed, Timed])[], target: number): Record<string, string> {
  const shares = (which: keyof Timed): number[] => rounds.map(([ours, theirs]) => ours[which] / theirs[which]).toSorted((a, b) => a - b);
  const us = (side: 0 | 1): string => ((median(rounds.map((round) => round[side].wallMs)) * 1000) / SNAPSHOTS).toFixed(1);
  const wall = shares('wallMs');
  const share = median(wall);
  if (share > target) process.exitCode = 1;
  return {
    strategies: name,
    'us a book': us(0),
    'JSON.parse us': us(1),
    'share of its time': share.toFixed(2),
    range: `${wall[0]!.toFixed(2)} to ${wall.at(-1)!.toFixed(2)}`,
    target: `<= ${target} ${share > target ? 'MISSED' : 'ok'}`,
    'by processor time, main thread': median(shares('mainMs')).toFixed(2),
    'all threads': median(shares('allMs')).toFixed(2),
  };
}

function configOf(strategies: Readonly<Record<string, string>>): string {
  const lines = Object.entries(strategies).map(([name, strategy]) => `  ${name}: ${strategy}`);
  return `
mode: demo
venue: { rateLimit: { perSecond: 20, burst: 20 }, knows: { replace: atomic-keeps-id } }
poll: { books: 500ms, orders: 500ms, trades: 500ms, balances: 10s }
risk: { maxOpenOrders: 40, staleAfter: 5s, maxOrdersPerMinute: 1000 }
backtest: { balances: { EUR: 100000, BTC: 2 } }
strategies:
${lines.join('\n')}
`;
}
