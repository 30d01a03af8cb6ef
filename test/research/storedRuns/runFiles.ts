import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf } from '../../../src/base/instant.ts';
import { BANDS, byBand } from '../../../src/research/runRecord.ts';

/** A folder of runs as `sluice backtest` leaves them, with figures that a test chooses. */
export class RunFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-stored-runs-'));

  /** A run with a sample, a round trip and an event each second from 0 on. */
  add(id: string, seconds: number, profit = 5): string {
    const run = join(this.folder, id);
    const figures = {
      metrics: { profit, hold_profit: profit - 1, win_rate: 1, max_drawdown_samples: -0.01, fills: 2 * seconds, trades: seconds },
      because: {},
      hold: {},
      fees: {},
    };
    const about = {
      profit: { label: 'Profit', group: 'trading', unit: 'currency' },
      win_rate: { label: 'Win Days', group: 'days', unit: 'fraction' },
    };
    const answers = { strategies: ['0.75', '0.25'].map((made) => byBand(() => ({ profit: made }))) };
    const times = Array.from({ length: seconds }, (_, n) => n * 1000);
    for (const [n, band] of BANDS.entries()) {
      mkdirSync(join(run, band), { recursive: true });
      const file = (name: string, lines: readonly string[]): void => writeFileSync(join(run, band, name), `${lines.join('\n')}\n`);
      file('equity.csv', ['at,equity,exposure,hold,BTC/EUR', ...times.map((at) => `${isoOf(at)},${100 + n + at / 1000},7,100,60000`)]);
      file(
        'events.jsonl',
        times.map((at) => JSON.stringify({ at, type: 'place', strategy: 'maker', note: 'x'.repeat(200) })),
      );
      file('round-trips.csv', [
        'strategy,symbol,side,openedAt,closedAt,heldMs,amount,entry,exit,gross,fees,net,quote,entryTag,exitTag',
        ...times.map((at) => `"a ""b"", c",BTC/EUR,long,${isoOf(at)},${at === 0 ? ',' : `${isoOf(at + 10)},10`},1,2,3,1,0.1,0.9,EUR,,out`),
      ]);
      writeFileSync(join(run, band, 'band.json'), JSON.stringify({ warnings: [`of ${band}`] }));
    }
    const manifest = {
      id,
      currency: 'EUR',
      from: 0,
      to: seconds * 1000,
      strategies: [{ name: 'maker', use: 'maker', params: { size: '1' } }],
    };
    writeFileSync(join(run, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(run, 'metrics.json'), JSON.stringify({ bands: byBand(() => figures), answers, about }));
    return run;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
