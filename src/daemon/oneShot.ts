import type { Clock } from '../base/clock.ts';
import type { Fault } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import type { Store } from '../store/store.ts';
import { engineSettingsOf } from '../loading/engineSettings.ts';
import { accountRefusals } from './accountRefusals.ts';
import { inTurn } from './inTurn.ts';
import { dealSymbols, readDealBooks } from './dealBooks.ts';
import { keepArrivals } from './arrivals.ts';
import { assertNoKillFile } from './killFile.ts';
import { openOwnedStore, type OwnedStoreOptions } from './openOwnedStore.ts';
import { askOperator, type OperatorAsk, type OperatorResult } from './askOperator.ts';
import { Transfers } from '../treasury/transfers.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { statePaths } from './statePaths.ts';
import { Trader } from './trader.ts';
import { pollsOf } from '../loading/pollsOf.ts';
import { venueHabits, type VenueAccess } from './venueAccess.ts';

export interface OneShotOptions {
  readonly settings: Settings;
  /** The state directory. */
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
  readonly venue: VenueAccess;
  readonly onTrouble: (message: string) => void;
}

/** What a trader without strategies may do. */
export interface TraderScope {
  /** The symbols that it may trade; more may be added later. */
  readonly allowed: readonly string[];
  /** Whether it goes on with the worked orders of earlier commands. */
  readonly goesOn?: boolean;
  /** The symbols whose books are polled. */
  readonly symbols?: readonly string[];
}

const STOP_WITHIN_MS = 3000;
const OWN_ORDERS_EVERY_MS = 500;

/**
 * Executes one operator's order without a daemon: with the same journal, engine, risk checks and live venue, for as long as it
 * takes. `symbols` are the pairs that the order may be about; of a deal they follow from its currencies. Those that the venue lists are
 * read for the risk checks.
 */
export function oneShot(
  askOf: (newId: () => string) => OperatorAsk,
  symbols: readonly string[],
  options: OneShotOptions,
): Promise<OperatorResult> {
  const { settings, clock } = options;
  const allowed: string[] = [...(settings.risk.symbols ?? [])];
  return withTrader(options, { allowed }, async (trader, newId) => {
    const ask = askOf(newId);
    // A daemon would halt; what makes risk smaller goes on all the same.
    if (ask.type !== 'cancel') assertNoKillFile(statePaths(options.state, settings).killFile);
    await trader.start();
    const orders = trader.snapshot().orders.map((order) => order.symbol);
    const isDeal = ask.type === 'trade';
    const wanted = new Set(isDeal ? dealSymbols(trader.pairs, ask) : [...symbols, ...(symbols.length === 0 ? orders : [])]);
    if (settings.risk.symbols === undefined) allowed.push(...wanted);
    if (isDeal) await readDealBooks(trader, clock, ask);
    else for (const symbol of wanted) await trader.ensureBook(symbol);
    return askOperator(trader, clock, ask);
  });
}

/**
 * Runs a trader without strategies for as long as `work` takes, which starts it. It holds the process lock, so it never works
 * beside a daemon of the same account.
 */
export async function withTrader<T>(
  options: OneShotOptions,
  { allowed, goesOn = false, symbols = [] }: TraderScope,
  work: (trader: Trader, newId: () => string) => Promise<T>,
): Promise<T> {
  const { settings, clock, venue, onTrouble } = options;
  const paths = statePaths(options.state, settings);
  const store = await storeInTurn({ ...options, paths });
  const random = seededRandom(`one-shot:${clock.now()}:${process.pid}`);
  const failure = Promise.withResolvers<never>();
  const engine = engineSettingsOf(settings, []);
  const newId = (): string => ulid(clock.now(), random);
  const { journal } = store;
  const transfers = new Transfers({
    calls: venue.client,
    journal,
    clock,
    newId,
    tell: onTrouble,
    ...venueHabits(settings),
  });
  const trader = new Trader({
    clock,
    client: venue.client,
    ...store,
    // A person who asks for a replacement wants the venue's own.
    engine: {
      ...engine,
      replaces: true,
      seed: random.next(),
      limits: { ...engine.limits, symbols: allowed },
      leavesOperatorOrders: !goesOn,
    },
    symbols,
    poll: { ...pollsOf(settings), ordersMs: OWN_ORDERS_EVERY_MS },
    refusals: accountRefusals(settings, paths, clock, onTrouble),
    polls: symbols.length > 0,
    seed: random.next(),
    ...venueHabits(settings),
    onFatal: (fault: Fault) => failure.reject(fault),
    onTrouble,
  });
  const arrivals = keepArrivals(trader, { state: store.state, takerFee: () => settings.execution.takerFee, onTrouble });
  try {
    // Whoever has the journal looks for what an earlier life has left unknown.
    await transfers.look();
    return await Promise.race([work(trader, newId), failure.promise]);
  } finally {
    await trader.stop('keep', STOP_WITHIN_MS);
    await arrivals.idle();
    await store.close();
  }
}

/** Opens the store when no other command has it. */
export function storeInTurn(options: OwnedStoreOptions): Promise<Store> {
  return inTurn(options.clock, () => openOwnedStore(options));
}
