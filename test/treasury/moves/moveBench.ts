import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { Fault } from '../../../src/base/fault.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import type { MoveKind, MoveRecord, MoveRow } from '../../../src/model/move.ts';
import { openTreasuryStore, type TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { batchCarrier } from '../../../src/treasury/moves/batchCarrier.ts';
import type { Carriers } from '../../../src/treasury/moves/carrier.ts';
import { conversionCarrier } from '../../../src/treasury/moves/conversionCarrier.ts';
import type { MoveDecision, MovePolicy } from '../../../src/treasury/moves/moveDecision.ts';
import { Moves, type MovesOptions } from '../../../src/treasury/moves/moves.ts';
import { pageRefundCarrier } from '../../../src/treasury/moves/pageRefundCarrier.ts';
import { payoutCarrier } from '../../../src/treasury/moves/payoutCarrier.ts';
import { refundCarrier } from '../../../src/treasury/moves/refundCarrier.ts';
import { withdrawalCarrier } from '../../../src/treasury/moves/withdrawalCarrier.ts';
import { BTC_ADDRESS, ETH_ADDRESS, type BenchOptions, transferBench, type TransferBench } from '../transferBench.ts';

/** Moves with everything real about them but the policy, which does as it is told. */
export interface MoveBench {
  readonly transfers: TransferBench;
  store: TreasuryStore;
  moves: Moves;
  /** What the moves are made of, but for its store and its policy. */
  moveOptions: Omit<MovesOptions, 'store' | 'policy'>;
  /** What the policy says of the next move. */
  decision: MoveDecision;
  /** The keys of whoever asks, by the policy. */
  keys: readonly string[];
  /** How many approvals are enough. */
  needed: number;
  readonly told: string[];
  /** A life that ends without a word; a new one begins on the same files. */
  restart(): Promise<void>;
  /** Advances a move, time passing, until it stands still for so many rounds. */
  settle(id: string, rounds?: number): Promise<MoveRecord>;
  end(): Promise<void>;
}

export const ALLOWED: MoveDecision = {
  verdict: 'allow',
  rule: 'all',
  why: ['rule all allows it'],
  version: 1,
  expiresAfterMs: undefined,
  needs: [],
};

export async function moveBench(options: BenchOptions & { readonly treasury?: string } = {}): Promise<MoveBench> {
  const transfers = await transferBench(options);
  const { clock } = transfers;
  const path = options.treasury ?? ':memory:';
  const policy: MovePolicy = {
    decide: () => Promise.resolve(bench.decision),
    keys: () => Promise.resolve(new Map([['anna', bench.keys]])),
    assertCounts: () => Promise.resolve(),
    isApproved: (_move, approvals) => Promise.resolve(approvals.length >= bench.needed),
  };
  let lives = 0;
  const optionsOfLife = (): MoveBench['moveOptions'] => {
    const life = ++lives;
    // A process that was killed asks for nothing any more.
    const alive = <T>(value: T): T => {
      if (life === lives) return value;
      throw new Fault('canceled', 'this life is over', { outcome: 'not-sent' });
    };
    const venue = moveVenue({
      callsOf: (name) => alive(transfers.calls(name as 'exchange')),
      transfersOf: async (name) => alive(transfers.transfers(name as 'exchange')),
      journalOf: async () => alive(transfers.store.journal),
      firstPage: 0,
    });
    const carriers: Carriers = {
      withdrawal: withdrawalCarrier(venue),
      batch: batchCarrier(venue),
      payout: payoutCarrier(venue),
      refund: refundCarrier(venue, clock, (payment) => bench.store.moves.refundsOf(payment)),
      'page-refund': pageRefundCarrier(venue),
      conversion: conversionCarrier(venue),
    };
    const available = async (kind: MoveKind): Promise<ReadonlyMap<string, Decimal> | undefined> => {
      if (kind === 'payout' || kind === 'refund' || kind === 'page-refund') return undefined;
      const rows = await venue.read<readonly { currency: string; availableWithdrawalBalance: Decimal }[]>('exchange', 'balances.list', {});
      return new Map(rows.map(({ currency, availableWithdrawalBalance }) => [currency, availableWithdrawalBalance]));
    };
    return { clock, carriers, available, accountOf: () => 'account', tell: (message) => void bench.told.push(message) };
  };
  const movesOn = (store: TreasuryStore): Moves => {
    const options = optionsOfLife();
    bench.moveOptions = options;
    return new Moves({ ...options, store, policy });
  };
  const store = await openTreasuryStore({ path, clock });
  const bench: MoveBench = {
    transfers,
    store,
    moves: undefined as unknown as Moves,
    moveOptions: undefined as unknown as MoveBench['moveOptions'],
    decision: ALLOWED,
    keys: [],
    needed: 1,
    told: [],
    async restart() {
      await bench.store.close();
      await transfers.restart();
      bench.store = await openTreasuryStore({ path, clock });
      bench.moves = movesOn(bench.store);
    },
    async settle(id, rounds = 20) {
      let move = await transfers.run(bench.moves.advance(id));
      for (let round = 0; round < rounds && ['approved', 'sending', 'sent', 'unknown'].includes(move.state); round++) {
        await transfers.rounds(10_000);
        move = await transfers.run(bench.moves.advance(id));
      }
      return move;
    },
    async end() {
      await bench.store.close();
      await transfers.end();
    },
  };
  bench.moves = movesOn(store);
  return bench;
}

const BLANK = { to: undefined, target: undefined, fiat: undefined, feeMode: 'default', beneficiary: undefined, note: undefined } as const;

/** A withdrawal of BTC. */
export function btcRow(reference: string, amount: string): MoveRow {
  const destination = { currency: 'BTC', network: 'BTC', address: BTC_ADDRESS, tag: undefined };
  return { ...BLANK, reference, currency: 'BTC', amount: dec(amount), destination };
}

/** A payment of USDT by ETH's network. */
export function usdtRow(reference: string, amount: string): MoveRow {
  const destination = { currency: 'USDT', network: 'ETH', address: ETH_ADDRESS, tag: undefined };
  return { ...BLANK, reference, currency: 'USDT', amount: dec(amount), destination };
}

/** A payout of EUR as USDT. */
export function payoutRow(reference: string, amount: string): MoveRow {
  return { ...usdtRow(reference, amount), currency: 'EUR' };
}

/** A conversion of one currency into another. `brings` is exact or the least. */
export function conversionRow(
  reference: string,
  currency: string,
  amount: string,
  target: string,
  exact: 'from' | 'to',
  brings: string,
): MoveRow {
  return {
    ...BLANK,
    reference,
    currency,
    amount: dec(amount),
    destination: undefined,
    target,
    conversion: { exact, toAmount: dec(brings) },
  };
}
