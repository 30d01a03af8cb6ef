import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { type Running, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export const QUEUE_PASSWORD = 'correct-horse-battery';
const ENV = { SLUICE_QUEUE_PASSWORD: QUEUE_PASSWORD };
/** Only the machine of the sweep has them. */
export const VENUE_KEYS = { VENUE_KEY: 'a-key-that-stays-at-home', VENUE_SECRET: 'c2VjcmV0LXRoYXQtc3RheXMtYXQtaG9tZQ==' };

const STRATEGY = `import { p, strategy } from 'sluice';
export default strategy({
  about: 'Quotes around the fair price.',
  params: { spreadBps: p.decimal('5', { min: '1' }), size: p.decimal('0.01', { min: '0' }) },
  setup: ({ spreadBps, size }) => ({
    onBook(book, ctx) {
      const fair = book.micropriceTicks;
      if (fair === undefined) return;
      const half = (fair * spreadBps.toNumber()) / 10_000;
      ctx.quote([
        { side: 'Buy', price: book.priceAt(fair - half, 'down'), amount: size },
        { side: 'Sell', price: book.priceAt(fair + half, 'up'), amount: size },
      ]);
    },
  }),
});
`;

const CONFIG = `
mode: live
venue: { exchange: { url: 'https://venue.example', key: \${env:VENUE_KEY}, secret: \${env:VENUE_SECRET} } }
risk: { maxOpenOrders: 20, staleAfter: 5s, maxOrderValue: 50000 EUR, maxDailyLoss: 50000 EUR }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: ./strategies/own.ts, symbol: BTC/EUR, budget: 50000 EUR }
sweep:
  objective: profit
  sampler: tpe
  trials: 20
  batch: 4
  outOfSample: 30%
  best: 3
  space:
    strategies.m.params.spreadBps: { from: 1, to: 6, step: 0.5 }
    strategies.m.params.size: { values: [0.01, 0.02, 0.05] }
`;

/** A folder with a recording, a configuration and its strategy, twice: where the sweep runs, and elsewhere. */
export class FarmPlace {
  readonly #folder = temporaryFolder();

  async make(): Promise<void> {
    await recordMarket(this.path('data'), 'BTC/EUR', 600);
    writeFileSync(this.path('c.yaml'), CONFIG);
    for (const place of ['strategies', 'elsewhere/strategies']) {
      mkdirSync(this.path(place), { recursive: true });
      writeFileSync(this.path(`${place}/own.ts`), STRATEGY);
    }
  }

  path(name: string): string {
    return this.#folder.path(name);
  }

  remove(): void {
    this.#folder.remove();
  }

  argvOf(sweeps: string, ...more: string[]): string[] {
    return ['sweep', this.path('c.yaml'), '--data', this.path('data'), '--sweeps', this.path(sweeps), ...more];
  }

  startSweep(url: string, sweeps: string, ...more: string[]): Running {
    return start(this.argvOf(sweeps, '--queue', url, ...more), { ...ENV, ...VENUE_KEYS });
  }

  startWorker(url: string, name: string, ...more: string[]): Running {
    const places = ['--code', this.path('elsewhere'), '--cache', this.path(`cache-${name}`)];
    return start(['worker', '--queue', url, '--threads', '1', ...places, ...more], ENV);
  }

  resultsIn(sweeps: string): readonly string[] {
    const [id] = readdirSync(this.path(sweeps));
    return ['results.jsonl', 'summary.json'].map((name) => readFileSync(this.path(`${sweeps}/${id}/${name}`), 'utf8'));
  }

  runsWritten(sweeps: string): number {
    const [id] = existsSync(this.path(sweeps)) ? readdirSync(this.path(sweeps)) : [];
    const journal = this.path(`${sweeps}/${id}/journal.jsonl`);
    return existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0;
  }
}
