import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid } from '../../../src/base/ulid.ts';
import type { ExchangeClient } from '../../../src/client/exchangeClient.ts';
import { AccountOrders } from '../../../src/daemon/treasury/accountOrders.ts';
import { assertNotHalted } from '../../../src/daemon/treasury/assertNotHalted.ts';
import { statePaths } from '../../../src/daemon/statePaths.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { conversionCarrier } from '../../../src/treasury/moves/conversionCarrier.ts';
import { Moves, type MoveOrder } from '../../../src/treasury/moves/moves.ts';
import { conversionRow, moveBench, type MoveBench } from '../../treasury/moves/moveBench.ts';

/** Conversions by the better of quote and book, with everything real but the policy. */
export interface OrdersBench {
  readonly bench: MoveBench;
  readonly told: string[];
  /** While it is there, trading is halted. */
  readonly killFile: string;
  orders: AccountOrders;
  /** Asks for a conversion of BTC into so many EUR, by the better way. */
  ask(id: string, toAmount?: string): Promise<MoveRecord>;
  /** Rounds of the treasury until the move is final, or for so long. */
  follow(id: string, rounds?: number): Promise<MoveRecord>;
  /** A life that ends without a word; a new one begins on the same files. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

const FINAL: readonly string[] = ['completed', 'declined', 'partly-completed'];
const ROUND_MS = 10_000;

/** `takerFee` is what the configuration says that an order costs: below the spread of quotes, the book is better. */
export async function ordersBench(takerFee: string): Promise<OrdersBench> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-orders-'));
  const bench = await moveBench({ database: join(folder, 'account.sqlite'), treasury: join(folder, 'treasury.sqlite') });
  const { transfers } = bench;
  transfers.transfers('exchange');
  const file = join(folder, 'treasury.yaml');
  writeFileSync(
    file,
    `mode: demo\nexecution: { takerFee: '${takerFee}' }\nrisk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }\nvenue: { knows: { visibleWithin: 5s } }\n`,
  );
  const settings = await loadSettings({ file, env: {} });
  const { killFile } = statePaths(folder, settings);
  const random = seededRandom('orders of the treasury');
  const told: string[] = [];
  let lives = 0;
  const born = (): void => {
    const life = ++lives;
    const client = transfers.calls('exchange') as unknown as ExchangeClient;
    const access = { client, host: 'venue.test', key: '', secrets: [], holdsOrders: true, close: () => Promise.resolve() };
    const tell = (message: string): void => void (life === lives && told.push(message));
    const shared = { store: transfers.store, settings, state: folder, accounts: folder, clock: transfers.clock, venue: access };
    made.orders = new AccountOrders({ ...shared, newId: () => ulid(transfers.clock.now(), random), tell, onTrouble: tell });
    const venue = moveVenue({
      callsOf: (name) => transfers.calls(name as 'exchange'),
      transfersOf: (name) => Promise.resolve(transfers.transfers(name as 'exchange')),
      journalOf: () => Promise.resolve(transfers.store.journal),
      firstPage: 0,
      orders: made.orders,
      mayConvert: () => assertNotHalted({ state: transfers.store.state, killFile, clock: transfers.clock }),
    });
    const { moveOptions, store } = bench;
    const policy = { decide: () => Promise.resolve(bench.decision), keys: () => Promise.resolve(new Map<string, string[]>()) };
    const moves = new Moves({
      ...moveOptions,
      store,
      carriers: { ...moveOptions.carriers, conversion: conversionCarrier(venue) },
      policy: { ...policy, assertCounts: () => Promise.resolve(), isApproved: () => Promise.resolve(true) },
    });
    bench.moves = moves;
  };
  const made: OrdersBench = {
    bench,
    told,
    killFile,
    orders: undefined as unknown as AccountOrders,
    ask(id, toAmount = '6000') {
      const row = conversionRow(`${id}-1`, 'BTC', '0.2', 'EUR', 'to', toAmount);
      const order: MoveOrder = {
        id,
        kind: 'conversion',
        initiator: 'anna',
        signedWith: undefined,
        repeats: true,
        rows: [{ ...row, conversion: { ...row.conversion!, by: 'best' } }],
      };
      return transfers.run(bench.moves.ask(order));
    },
    async follow(id, rounds = 30) {
      let move = await transfers.run(bench.moves.advance(id));
      for (let round = 0; round < rounds && !FINAL.includes(move.state); round++) {
        await transfers.rounds(ROUND_MS);
        await transfers.run(made.orders.round());
        move = await transfers.run(bench.moves.advance(id));
      }
      return move;
    },
    async restart() {
      await bench.restart();
      born();
    },
    async end() {
      await transfers.run(made.orders.close());
      await bench.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  born();
  return made;
}
