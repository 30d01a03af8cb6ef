import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, decodeBlock } from '../src/recording/bookBlock.ts';
import { recordMarket } from './recordMarket.ts';
import { sluicePeak } from './sluicePeak.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

const SNAPSHOTS = 40_000;
const TRIALS = 128;
const CONFIG = `
mode: demo
venue: { knows: { replace: atomic-keeps-id } }
risk: { maxOpenOrders: 40, maxOrdersPerMinute: 240 }
backtest: { balances: { EUR: 1000000, BTC: 20 } }
strategies: { m: { use: maker, symbol: BTC/EUR, budget: 900000 EUR, params: { size: 0.01, maxBase: 1 } } }
sweep:
  sampler: sobol
  objective: profit
  outOfSample: 0%
  trials: ${TRIALS}
  space: { strategies.m.params.spreadBps: { from: 1, to: 9 } }
`;

interface Swept {
  readonly work: readonly { readonly runs: number; readonly cpuSeconds: number }[];
}

/** What the command `sluice sweep` takes for each trial, and for each further worker. */
export async function scaleTrials(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-trials-'));
  try {
    const [data, file] = [join(folder, 'data'), join(folder, 'bench.yaml')];
    writeFileSync(file, CONFIG);
    await recordMarket(data, new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS }), Date.UTC(2026, 10, 20));
    const block = decodeBlock(new SyntheticMarket({ pace: 'calm', snapshots: 2000 }), 2000)!;
    const decoded = (bytesOf(block) / block.snapshots).toFixed(0);
    return [1, 2, 4].map((workers) => {
      const folders = ['--data', data, '--sweeps', join(folder, `sweeps-${workers}`)];
      const { stdout, peakBytes } = sluicePeak(['sweep', file, ...folders, '--workers', String(workers), '-o', 'json']);
      const { work } = JSON.parse(stdout) as Swept;
      const seconds = work.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
      const usEach = (1e6 * seconds) / (TRIALS * SNAPSHOTS);
      const peak = (peakBytes / 2 ** 20).toFixed(0);
      return { workers, 'us a trial and book': usEach.toFixed(2), 'MB at the peak': peak, 'bytes of a decoded book': decoded };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
