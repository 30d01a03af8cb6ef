import { writeFileSync } from 'node:fs';
import { systemClock } from '../../src/base/systemClock.ts';
import { ScaledClock } from '../../src/simulator/scaledClock.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { start } from './processes.ts';
import { recordedBooks } from './recordedBooks.ts';

/** A book that the venue has served, with the levels of its answer. */
export interface ServedBook {
  /** By our clock. */
  readonly at: number;
  readonly exchangeAt: number;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export interface KilledRecording {
  readonly served: readonly ServedBook[];
  /** Depths that were asked for. */
  readonly depths: ReadonlySet<string>;
  /** When each run was ended: by `kill -9`, except for the last. */
  readonly endedAt: readonly number[];
}

export interface LivesOptions {
  readonly folder: string;
  readonly lives: number;
  /** How many books the venue serves before a run is ended. At least one of them is on the disk by then. */
  readonly booksALife: number;
  readonly everyMs: number;
  /** How many times faster the venue's time runs than ours. */
  readonly scale: number;
}

const SYMBOL = 'BTC/EUR';

/** A daemon that trades and records one symbol, is killed again and again, and is finally stopped in an orderly way. */
export async function killedRecording({ folder, lives, booksALife, everyMs, scale }: LivesOptions): Promise<KilledRecording> {
  const simulator = createSimulator({ clock: new ScaledClock(systemClock, scale), seed: 7 });
  const served: ServedBook[] = [];
  const depths = new Set<string>();
  const server = await serveSimulator(
    {
      async handle(call) {
        const answer = await simulator.handle(call);
        if (!call.path.includes('/orderbook/') || answer.status !== 200) return answer;
        depths.add(new URLSearchParams(call.query).get('depth') ?? '');
        served.push(bookOf(answer.body));
        return answer;
      },
    },
    { port: 0 },
  );
  simulator.start();
  const data = `${folder}/data`;
  const config = `${folder}/killed.yaml`;
  writeFileSync(config, configOf(everyMs));
  const env = {
    SLUICE_EXCHANGE_URL: server.url,
    SLUICE_EXCHANGE_KEY: simulator.exchange.key,
    SLUICE_EXCHANGE_SECRET: simulator.exchange.secret,
  };
  const endedAt: number[] = [];
  try {
    for (let life = 1; life <= lives; life++) {
      const before = { served: served.length, recorded: recordedBooks(data, SYMBOL) };
      const daemon = start(['run', config, '--plain', '--state', `${folder}/state`], env);
      await daemon.until(() => served.length >= before.served + booksALife);
      await daemon.until(() => recordedBooks(data, SYMBOL) > before.recorded);
      endedAt.push(systemClock.now());
      daemon.kill(life === lives ? 'SIGTERM' : 'SIGKILL');
      await daemon.ended;
    }
  } finally {
    simulator.stop();
    await server.close();
  }
  return { served, depths, endedAt };
}

function bookOf(body: string): ServedBook {
  const exact = body.replaceAll(/(?<=[[,])(\d+(?:\.\d+)?)(?=[\],])/g, '"$1"');
  const { timestamp, bids, asks } = JSON.parse(exact) as Pick<ServedBook, 'bids' | 'asks'> & { timestamp: number };
  return { at: systemClock.now(), exchangeAt: timestamp, bids, asks };
}

function configOf(everyMs: number): string {
  return `mode: demo
venue: { rateLimit: { perSecond: 200, burst: 200 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, depth: 20, orders: 500ms, trades: 500ms, balances: 5s, statistics: 1s }
record: { symbols: [${SYMBOL}], every: ${everyMs}ms, depth: 50, data: ./data }
risk: { maxOrderValue: 5000 EUR }
strategies:
  btc-maker: { use: maker, symbol: ${SYMBOL}, budget: 20000 EUR, params: { spreadBps: 4, size: 0.01, smooth: 2, maxBase: 0.3 } }
`;
}
