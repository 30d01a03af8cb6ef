import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { ExchangeClient } from '../../src/client/exchangeClient.ts';
import { AccountBooks } from '../../src/daemon/accountBooks.ts';
import { movePolicy } from '../../src/daemon/treasury/movePolicy.ts';
import { publishPolicy } from '../../src/daemon/treasury/publishPolicy.ts';
import { treasuryDatabase } from '../../src/daemon/treasury/treasuryPaths.ts';
import { type AccountLists, accountLists } from '../../src/gateway/accountLists.ts';
import { fundsMoves } from '../../src/gateway/fundsMoves.ts';
import { possibleMoves } from '../../src/ledger/possibleMoves.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { publicKeyOf, signatureOf } from '../../src/treasury/approvals/signature.ts';
import { subjectOfMove } from '../../src/treasury/approvals/subject.ts';
import { Moves, type MoveOrder } from '../../src/treasury/moves/moves.ts';
import { ownFolder } from '../ownFolder.ts';
import { keyOf } from '../daemon/treasury/treasuryBench.ts';
import { btcRow, conversionRow, moveBench, type MoveBench, payoutRow, usdtRow } from '../treasury/moves/moveBench.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from '../treasury/transferBench.ts';
import { declinedReasons } from './declinedReasons.ts';
import { monthPolicy } from './monthPolicy.ts';
import { monthProblems } from './monthProblems.ts';

export interface TreasuryMonth {
  /** Movements in the books: withdrawals, deposits and conversions. */
  readonly movements: number;
  readonly moves: number;
  readonly byState: Readonly<Record<string, number>>;
  readonly payouts: number;
  /** Why moves were declined, and how many for each reason. */
  readonly declined: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Requests whose answer was lost. */
  readonly lost: number;
  /** What the checkers that are installed have looked at. */
  readonly checkers: readonly string[];
  readonly problems: readonly string[];
}

const DAYS = 31;
const BALANCES = { BTC: dec(200), EUR: dec(2_000_000), USDT: dec(2_000_000) };
/** The most rows of a batch: two drafts of the venue. */
const MOST_ROWS = 250;
/** So many of the movements are rows of batches; the others are asked for one by one. */
const IN_BATCHES = 0.6;
const BENEFICIARY = { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1980-12-10' };
const MOVING: ReadonlySet<string> = new Set([
  'withdrawals.create',
  'withdrawalBatches.validate',
  'withdrawalBatches.confirm',
  'conversions.execute',
  'payouts.create',
]);
/** A round each ten seconds of the venue's time, until nothing changes any more. */
const MOST_ROUNDS = 120;

/** A month of a treasury at a simulated venue, through policy, approvals, journal and ledger, with lost answers and kills, and what is wrong at its end. */
export async function treasuryMonth({ seed, movements }: { readonly seed: number; readonly movements: number }): Promise<TreasuryMonth> {
  const folder = ownFolder('sluice-month-');
  const life = new Month(
    await moveBench({ database: join(folder, 'account.sqlite'), treasury: treasuryDatabase(folder), balances: BALANCES }),
    seed,
  );
  try {
    await life.begin();
    for (let day = 0; day < DAYS; day++) await life.day(Math.ceil(movements / DAYS));
    const moves = await life.end();
    const { problems, checkers, count } = await monthProblems(life.bench, folder);
    const byState: Record<string, number> = {};
    for (const { state } of moves) byState[state] = (byState[state] ?? 0) + 1;
    const payouts = moves.filter(({ kind }) => kind === 'payout').length;
    const declined = declinedReasons(moves);
    return { movements: count, moves: moves.length, byState, payouts, declined, kills: life.kills, lost: life.lost, checkers, problems };
  } finally {
    await life.bench.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bench has one journal for both interfaces. */
function isOf(name: string, intent: Intent | undefined): boolean {
  return intent?.fingerprint.startsWith(`${name}.`) === true;
}

class Month {
  readonly bench: MoveBench;
  kills = 0;
  lost = 0;
  readonly #random: Random;
  #moves!: Moves;
  #books!: AccountBooks;
  #lists!: AccountLists;
  #depositAddress = '';
  #made = 0;

  constructor(bench: MoveBench, seed: number) {
    this.bench = bench;
    this.#random = seededRandom(`a month of a treasury:${seed}`);
  }

  async begin(): Promise<void> {
    const { transfers, store } = this.bench;
    transfers.transfers('exchange');
    transfers.transfers('processing');
    await publishPolicy(store, transfers.clock, { text: monthPolicy(), who: 'anna', approvals: [] });
    await this.#enter('cold', 'BTC', 'BTC', BTC_ADDRESS);
    await this.#enter('supplier', 'USDT', 'ETH', ETH_ADDRESS);
    const made = await transfers.foreign('depositAddresses.create', { currency: 'BTC', networkCode: 'BTC', addressType: 'Primary' });
    this.#depositAddress = (made as { address: string }).address;
    this.#live();
    for (let look = 0; look < 3; look++) {
      await this.#reconcile();
      await transfers.pass(20_000);
    }
    transfers.fault = ({ operation }) => (MOVING.has(operation) ? this.#fault() : undefined);
  }

  /** So many movements, and then the rest of the day. */
  async day(movements: number): Promise<void> {
    const { transfers } = this.bench;
    const began = transfers.clock.now();
    const inBatches = Math.floor(movements * IN_BATCHES);
    for (let rows = inBatches; rows > 0; rows -= MOST_ROWS) await this.#ask(this.#batch(Math.min(rows, MOST_ROWS)));
    for (let i = inBatches; i < movements; i++) await this.#single();
    await this.#settle();
    await this.#reconcile();
    await transfers.pass(Math.max(0, began + DAY_MS - transfers.clock.now()));
  }

  /** All is well again, and goes on until nothing may change any more. */
  async end(): Promise<readonly MoveRecord[]> {
    this.bench.transfers.fault = undefined;
    await this.#settle();
    await this.#reconcile();
    return this.bench.store.moves.since(0, 1_000_000);
  }

  /** What is made anew in each life of the process. */
  #live(): void {
    const { transfers, store, moveOptions } = this.bench;
    const { clock } = transfers;
    const prices = (): Promise<ReadonlyMap<string, Decimal>> => Promise.resolve(new Map([['BTC/USDT', dec(60_000)]]));
    this.#moves = new Moves({ ...moveOptions, store, policy: movePolicy({ store, clock, available: moveOptions.available, prices }) });
    const client = transfers.calls('exchange') as unknown as ExchangeClient;
    this.#lists = accountLists(client, 0);
    const { ledger, state, journal } = transfers.store;
    this.#books = new AccountBooks({
      ledger,
      state,
      clock,
      venueNow: () => clock.now(),
      moves: (since) => fundsMoves(client, 0, since),
      conversions: (since) => this.#lists.conversions(since),
      possible: async () => possibleMoves(await journal.unresolved()),
      bookProven: () => Promise.resolve(0),
      shut: () => Promise.resolve(),
      onTrouble: () => undefined,
    });
  }

  async #reconcile(): Promise<void> {
    const { transfers } = this.bench;
    await transfers.run(
      (async () => {
        await this.#books.reconcile(await this.#lists.balances());
      })(),
    );
  }

  async #single(): Promise<void> {
    const chance = this.#random.next();
    if (chance < 0.3) return this.#deposit();
    if (chance < 0.4) return this.#wire();
    if (chance < 0.5) return this.#payout();
    const id = `${chance < 0.65 ? 'C' : 'W'}-${this.#made++}`;
    const shared = { id, initiator: 'anna', signedWith: publicKeyOf(keyOf('anna')), repeats: true };
    const amount = `0.00${1000 + this.#random.int(9000)}`;
    const conversion = { ...shared, kind: 'conversion', rows: [conversionRow(`${id}-0`, 'BTC', amount, 'EUR', 'from', '1')] } as const;
    const size = this.#random.next() < 0.1 ? amount.replace('0.00', '0.0') : amount;
    const withdrawal = { ...shared, kind: 'withdrawal', rows: [{ ...btcRow(`${id}-0`, size), beneficiary: BENEFICIARY }] } as const;
    return this.#ask(chance < 0.65 ? conversion : withdrawal);
  }

  #payout(): Promise<void> {
    const id = `P-${this.#made++}`;
    const rows = [payoutRow(`${id}-0`, `${20 + this.#random.int(50)}.${10 + this.#random.int(90)}`)];
    return this.#ask({ id, kind: 'payout', initiator: 'anna', signedWith: publicKeyOf(keyOf('anna')), repeats: true, rows });
  }

  #batch(count: number): MoveOrder {
    const id = `B-${this.#made++}`;
    const rows = Array.from({ length: count }, (_, i) =>
      this.#random.next() < 0.5
        ? usdtRow(`${id}-${i}`, `${20 + this.#random.int(50)}.${10 + this.#random.int(90)}`)
        : btcRow(`${id}-${i}`, `0.000${6 + this.#random.int(4)}`),
    );
    return { id, kind: 'batch', initiator: 'anna', signedWith: publicKeyOf(keyOf('anna')), repeats: true, rows };
  }

  async #deposit(): Promise<void> {
    const { transfers } = this.bench;
    transfers.simulator.world.sendCrypto({ address: this.#depositAddress, amount: dec(`0.0${1 + this.#random.int(9)}`) });
    await transfers.pass(this.#random.int(5000));
  }

  /** A transfer by a bank, of which the venue takes a fee. Now and then it brings less than was announced, or is rejected. */
  async #wire(): Promise<void> {
    const { transfers } = this.bench;
    const amount = `${200 + this.#random.int(1000)}`;
    const bank = { currency: 'EUR', bankAccountId: '11' };
    const quote = (await transfers.foreign('wireDeposits.fee', { ...bank, amount, countryIso2: 'SE' })) as Record<
      'netAmount' | 'feeAmount',
      Decimal
    >;
    const made = (await transfers.foreign('wireDeposits.create', {
      ...bank,
      netAmount: quote.netAmount.toFixed(),
      feeAmount: quote.feeAmount.toFixed(),
      customerBankName: 'Handelsbanken',
      customerIban: 'SE4550000000058398257466',
      customerBankCountryIso2: 'SE',
    })) as { referenceNumber: string };
    const { world } = transfers.simulator;
    const chance = this.#random.next();
    if (chance < 0.1) world.endFiatDeposit(made.referenceNumber, 'Declined', 'review');
    else world.bankTransfer(made.referenceNumber, chance < 0.3 ? dec(amount).minus('50.01') : dec(amount));
  }

  /** Asks, has it approved where that is needed, and now and then is killed on the way. */
  async #ask(order: MoveOrder): Promise<void> {
    const { transfers } = this.bench;
    const move = await transfers.run(this.#moves.ask(order));
    if (move.state === 'awaiting-approval') {
      const key = keyOf('ben');
      const approval = {
        person: 'ben',
        key: publicKeyOf(key),
        signature: signatureOf(subjectOfMove(move), key),
        at: transfers.clock.now(),
      };
      await transfers.run(this.#moves.approve(move.id, approval));
    }
    if (this.#random.next() < 0.02) await this.#kill(this.#moves.advance(move.id));
    else await transfers.run(this.#moves.advance(move.id));
  }

  async #kill(going: Promise<unknown>): Promise<void> {
    going.catch(() => undefined);
    await this.bench.transfers.pass(this.#random.int(200));
    await this.bench.restart();
    this.#live();
    this.kills++;
  }

  /** Until every move says what became of it; a person decides on what nobody can know. */
  async #settle(): Promise<void> {
    const { transfers } = this.bench;
    for (let round = 0; (await this.bench.store.moves.open()).length > 0; round++) {
      if (round > MOST_ROUNDS) throw new Error('the day does not come to its end');
      await transfers.run(this.#moves.round());
      await transfers.rounds(round < MOST_ROUNDS / 4 ? 10_000 : 60_000);
      for (const name of ['exchange', 'processing'] as const) {
        const moves = transfers.transfers(name);
        for (const { id, state } of moves.unresolved()) {
          if (state === 'quarantined' && isOf(name, await transfers.store.journal.get(id)))
            await transfers.run(moves.resolve(id, { type: 'not-placed' }));
        }
      }
    }
  }

  #fault(): CallFault | undefined {
    const chance = this.#random.next();
    if (chance >= 0.06) return undefined;
    this.lost++;
    if (chance < 0.02) return { kind: 'drop-before', ms: this.#random.int(2000) };
    if (chance < 0.04) return { kind: 'drop-after', ms: this.#random.int(2000), applyAfterMs: this.#random.int(8000) };
    return { kind: 'status', status: 502, body: '', apply: this.#random.next() < 0.5 };
  }

  async #enter(name: string, currency: string, network: string, address: string): Promise<void> {
    const { store, transfers } = this.bench;
    const now = transfers.clock.now();
    const shared = { labels: [], beneficiary: undefined, requestedBy: 'anna', approvals: [], removedAt: undefined };
    const destination = { currency, network, address, tag: undefined };
    await store.book.add(
      { ...shared, id: `A-${name}`, name, destination, requestedAt: now, allowedFrom: now },
      { who: 'anna', what: 'address.requested', subject: name, before: '', after: name, evidence: '' },
    );
  }
}
