import type { Clock } from '../../base/clock.ts';
import { clockByWall } from '../../base/clockByWall.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { tellsTrouble } from '../../base/tellNews.ts';
import type { MoveKind } from '../../model/move.ts';
import { accountOf } from '../../store/accountDatabase.ts';
import type { MoveLog } from '../../store/moveLog.ts';
import { treasurySeal } from '../../store/treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../../store/treasuryStore.ts';
import { AddressBookEditor } from '../../treasury/book/addressBookEditor.ts';
import { batchCarrier } from '../../treasury/moves/batchCarrier.ts';
import type { Carriers, MoveVenue } from '../../treasury/moves/carrier.ts';
import { conversionCarrier } from '../../treasury/moves/conversionCarrier.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import { Moves } from '../../treasury/moves/moves.ts';
import { pageRefundCarrier } from '../../treasury/moves/pageRefundCarrier.ts';
import { payoutCarrier } from '../../treasury/moves/payoutCarrier.ts';
import { refundCarrier } from '../../treasury/moves/refundCarrier.ts';
import { withdrawalCarrier } from '../../treasury/moves/withdrawalCarrier.ts';
import { accountsDirectory, stateDirectory } from '../stateDirectory.ts';
import { configuredAccount } from '../venueAccess.ts';
import { movePolicy } from './movePolicy.ts';
import { policyAt, policyInForce } from './publishPolicy.ts';
import { Scheduler } from '../../treasury/schedules/scheduler.ts';
import { quoteOf } from './quoteOf.ts';
import { treasurySchedules } from './treasurySchedules.ts';
import { treasury, type TreasuryCalls } from './treasury.ts';
import { TreasuryBooks } from './treasuryBooks.ts';
import { treasuryPlace } from './treasuryPaths.ts';
import { openTreasuryVenue, type TreasuryVenue, type TreasuryVenueOptions } from './treasuryVenue.ts';

/** A last price is old by itself: a batch of many drafts need not ask for it before each. */
const PRICES_MS = 10_000;

/** The treasury of this process, which owns its store and the journals of its accounts until it is closed. */
export interface OpenTreasury {
  readonly calls: TreasuryCalls;
  readonly store: TreasuryStore;
  /** One step for all moves that may still change, and one look for transfers that are unknown. */
  round(): Promise<void>;
  /** Tells of what waits for somebody since an earlier life. */
  tellOpen(): Promise<void>;
  /** Why the account can't be worked with just now. Undefined where it can. */
  trouble(): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the treasury with the key of the configuration. Rejects with `daemon-running` while another process has its store or the journal
 * of its account, such as a daemon that trades with the same key: the treasury needs a key of its own.
 */
export async function openTreasury({ settings, env, state, accounts, clock: steady, tell }: TreasuryVenueOptions): Promise<OpenTreasury> {
  const account = configuredAccount(settings);
  if (account === undefined) {
    throw new Fault('configuration', 'the treasury has no account: no venue is named', {
      suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
    });
  }
  stateDirectory(state);
  accountsDirectory(accounts);
  const place = treasuryPlace(state, settings);
  const own = accountOf(settings);
  const seal = treasurySeal({ ...place, accounts, account: own, clock: steady });
  const store = await openTreasuryStore({ ...place, account: own, clock: steady, seal, onTrouble: tellsTrouble(tell) });
  let side: TreasuryVenue | undefined;
  const close = async (): Promise<void> => {
    await side?.close();
    await store.close();
  };
  try {
    side = await openTreasuryVenue({ settings, env, state, accounts, clock: steady, tell }, account);
    const opened = side;
    // Cooling, windows and hours follow no step of this machine's clock that the venue has not made.
    const clock = clockByWall(steady, () => opened.decidesAt());
    const { venue, journal, transfers, orders, host, keyTail } = opened;
    const books = new TreasuryBooks({ orders, clock, tell });
    const available = (kind: MoveKind): Promise<ReadonlyMap<string, Decimal> | undefined> => withdrawable(venue, kind);
    const moves = new Moves({
      store,
      clock,
      policy: movePolicy({ store, clock, available, prices: keptFor(PRICES_MS, clock, () => lastPrices(venue)) }),
      carriers: carriersOf(venue, clock, store.moves),
      available,
      accountOf: (kind) => opened.accountOf(kind),
      tell,
    });
    const book = new AddressBookEditor({ store, clock, policy: () => policyInForce(store, clock), policyAt: (at) => policyAt(store, at) });
    const schedules = new Scheduler({
      schedules: treasurySchedules(settings),
      store,
      moves,
      clock,
      available: async () => (await available('withdrawal')) ?? new Map<string, Decimal>(),
      quote: (from, into, amount) => quoteOf(venue, { from, to: into, exact: 'to', amount }),
      tell,
    });
    return {
      calls: treasury({
        store,
        moves,
        book,
        schedules,
        venue,
        clock,
        look: () => transfers.round(),
        books,
        resolve: async (id, verdict) =>
          (await journal.journal.get(id))?.kind === 'place'
            ? orders.resolve(id, verdict)
            : ((await (await transfers.holding(id))?.resolve(id, verdict)) ?? null),
        accounts: () => opened.accounts(),
        send: async (request, gone) => {
          await opened.assertMayLeave(request);
          return opened.clients.call(request, gone);
        },
        host,
        keyTail,
      }),
      store,
      round: async () => {
        await books.begin();
        await transfers.round();
        await orders.round();
        await schedules.round();
        const before = await store.moves.open();
        await moves.round();
        const open = new Set((await store.moves.open()).map(({ id }) => id));
        await books.round(before.some(({ id, kind }) => interfaceOf(kind) === 'exchange' && !open.has(id)));
      },
      tellOpen: () => moves.tellOpen(),
      trouble: () => opened.silence() ?? books.failure,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function carriersOf(venue: MoveVenue, clock: Clock, moves: MoveLog): Carriers {
  return {
    withdrawal: withdrawalCarrier(venue),
    batch: batchCarrier(venue),
    payout: payoutCarrier(venue),
    refund: refundCarrier(venue, clock, (payment) => moves.refundsOf(payment)),
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
