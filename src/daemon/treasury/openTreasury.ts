import type { Clock } from '../../base/clock.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { seededRandom } from '../../base/random.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { MoveKind } from '../../model/move.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { Environment } from '../../settings/secrets.ts';
import { accountAt } from '../../store/accountDatabase.ts';
import { openTreasuryStore, type TreasuryStore } from '../../store/treasuryStore.ts';
import { BookDesk } from '../../treasury/book/bookDesk.ts';
import { batchCarrier } from '../../treasury/moves/batchCarrier.ts';
import type { Carriers, MoveVenue } from '../../treasury/moves/carrier.ts';
import { conversionCarrier } from '../../treasury/moves/conversionCarrier.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import { MoveDesk } from '../../treasury/moves/moveDesk.ts';
import { pageRefundCarrier } from '../../treasury/moves/pageRefundCarrier.ts';
import { payoutCarrier } from '../../treasury/moves/payoutCarrier.ts';
import { refundCarrier } from '../../treasury/moves/refundCarrier.ts';
import { withdrawalCarrier } from '../../treasury/moves/withdrawalCarrier.ts';
import { type AnyCalls, interfaceAccount } from '../interfaceAccount.ts';
import { InterfaceClients } from '../interfaceClients.ts';
import { openOwnedStore } from '../openOwnedStore.ts';
import { stateDirectory } from '../stateDirectory.ts';
import { statePaths } from '../statePaths.ts';
import { TransferDesk } from '../transferDesk.ts';
import { configuredAccount, venueAccess, venueHabits } from '../venueAccess.ts';
import { moveVenue } from './moveVenue.ts';
import { policyDesk } from './policyDesk.ts';
import { policyInForce } from './publishPolicy.ts';
import { ScheduleDesk } from '../../treasury/schedules/scheduleDesk.ts';
import { quoteOf } from './quoteOf.ts';
import { treasurySchedules } from './treasurySchedules.ts';
import { treasury, type TreasuryCalls } from './treasury.ts';
import { treasuryDatabase } from './treasuryPaths.ts';

/** A last price is old by itself: a batch of many drafts need not ask for it before each. */
const PRICES_MS = 10_000;

export interface OpenTreasuryOptions {
  readonly settings: Settings;
  readonly env: Environment;
  /** The state directory. */
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** The treasury of this process, which owns its store and the journals of its accounts until it is closed. */
export interface OpenTreasury {
  readonly calls: TreasuryCalls;
  readonly store: TreasuryStore;
  /** One step for all moves that may still change, and one look for transfers that are unknown. */
  round(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the treasury with the key of the configuration. Rejects with `daemon-running` while another process has its store or the journal
 * of its account, such as a daemon that trades with the same key: the treasury needs a key of its own.
 */
export async function openTreasury({ settings, env, state, accounts, clock, tell }: OpenTreasuryOptions): Promise<OpenTreasury> {
  const account = configuredAccount(settings);
  if (account === undefined) {
    throw new Fault('configuration', 'the treasury has no account: no venue is named', {
      suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
    });
  }
  stateDirectory(state);
  const store = await openTreasuryStore({ path: treasuryDatabase(state), clock });
  const closes: (() => Promise<void>)[] = [() => store.close()];
  const close = async (): Promise<void> => {
    for (const one of closes.toReversed()) await one();
  };
  try {
    const journal = await openOwnedStore({ settings, paths: statePaths(state, settings), accounts, clock });
    closes.push(() => journal.close());
    const access = venueAccess(settings, account, clock);
    closes.push(() => access.close());
    const ending = new AbortController();
    const random = seededRandom(`treasury:${clock.now()}:${process.pid}`);
    const { firstPage } = venueHabits(settings);
    const clients = new InterfaceClients({
      exchange: access.client,
      env,
      clock,
      ending: ending.signal,
      refusals: settings.venue.knows.refusals ?? [],
      transfersOf: (name) => transfers.of(name),
    });
    closes.push(() => clients.close());
    const callsOf = (name: InterfaceName): AnyCalls => clients.of(name);
    const transfers = new TransferDesk({
      accounts,
      state,
      calls: callsOf,
      exchangeJournal: journal.journal,
      env,
      clock,
      random,
      firstPage,
      tell,
    });
    closes.push(() => transfers.close());
    const venue = moveVenue({
      callsOf,
      transfersOf: (name) => transfers.of(name),
      journalOf: (name) => transfers.journalOf(name),
      firstPage,
    });
    const available = (kind: MoveKind): Promise<ReadonlyMap<string, Decimal> | undefined> => withdrawable(venue, kind);
    const accountOf = (kind: MoveKind): string => accountNameOf(kind, account.url, access.key, env);
    const desk = new MoveDesk({
      store,
      clock,
      policy: policyDesk({ store, clock, available, prices: keptFor(PRICES_MS, clock, () => lastPrices(venue)) }),
      carriers: carriersOf(venue),
      available,
      accountOf,
      tell,
    });
    const book = new BookDesk({ store, clock, policy: () => policyInForce(store, clock) });
    const schedules = new ScheduleDesk({
      schedules: treasurySchedules(settings),
      store,
      desk,
      clock,
      available: async () => (await available('withdrawal')) ?? new Map<string, Decimal>(),
      quote: (from, into, amount) => quoteOf(venue, { from, to: into, exact: 'to', amount }),
      tell,
    });
    return {
      calls: treasury({
        store,
        desk,
        book,
        schedules,
        venue,
        clock,
        look: () => transfers.round(),
        resolve: async (id, verdict) => (await (await transfers.holding(id))?.resolve(id, verdict)) ?? null,
        host: access.host,
      }),
      store,
      round: async () => {
        await transfers.round();
        await schedules.round();
        await desk.round();
      },
      close: async () => {
        ending.abort();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function carriersOf(venue: MoveVenue): Carriers {
  return {
    withdrawal: withdrawalCarrier(venue),
    batch: batchCarrier(venue),
    payout: payoutCarrier(venue),
    refund: refundCarrier(venue),
    'page-refund': pageRefundCarrier(venue),
    conversion: conversionCarrier(venue),
  };
}

interface BalanceRow {
  readonly currency: string;
  readonly availableWithdrawalBalance: Decimal;
}

/** Asks anew when the last answer is older than so long. */
function keptFor<T>(ms: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: T } | undefined;
  return async () => {
    const at = clock.monotonicMs();
    if (kept === undefined || at - kept.at >= ms) kept = { at, answer: await ask() };
    return kept.answer;
  };
}

/** What may leave of each currency. The payment interfaces show no balances (001, 002). */
async function withdrawable(venue: MoveVenue, kind: MoveKind): Promise<ReadonlyMap<string, Decimal> | undefined> {
  if (interfaceOf(kind) !== 'exchange') return undefined;
  const rows = await venue.read<readonly BalanceRow[]>('exchange', 'balances.list', {});
  const sums = new Map<string, Decimal>();
  for (const { currency, availableWithdrawalBalance: free } of rows) sums.set(currency, (sums.get(currency) ?? ZERO).plus(free));
  return sums;
}

interface StatisticsRow {
  readonly symbol: string;
  readonly lastPrice?: Decimal | undefined;
}

/** The last price of each pair. Without an answer there is none, and limits in another currency count as exceeded. */
async function lastPrices(venue: MoveVenue): Promise<ReadonlyMap<string, Decimal>> {
  try {
    const rows = await venue.read<readonly StatisticsRow[]>('exchange', 'statistics.list', {});
    return new Map(rows.flatMap(({ symbol, lastPrice }) => (lastPrice === undefined ? [] : [[symbol, lastPrice]])));
  } catch (error) {
    if (!isFault(error) || error.code === 'internal') throw error;
    return new Map();
  }
}

function accountNameOf(kind: MoveKind, url: string, key: string, env: Environment): string {
  const name = interfaceOf(kind);
  if (name === 'exchange') return accountAt('exchange', url, key).id;
  const account = interfaceAccount(name, env);
  return accountAt(name, account.url, account.key).id;
}
