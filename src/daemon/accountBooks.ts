import type { Clock } from '../base/clock.ts';
import { type Decimal, dec, ZERO } from '../base/decimal.ts';
import { isFault, messageOf } from '../base/fault.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import type { ConversionRow } from '../gateway/accountLists.ts';
import { conversionOf, isDone } from '../gateway/conversionAdoption.ts';
import type { FundsMove } from '../gateway/fundsMoves.ts';
import type { Differing } from '../gateway/replacementsInDoubt.ts';
import { type BalanceLine, balanceLines } from '../ledger/balanceLines.ts';
import { conversionEntries } from '../ledger/conversionEntries.ts';
import { Differences } from '../ledger/differences.ts';
import { Opening } from '../ledger/opening.ts';
import type { PossibleMove } from '../ledger/possibleMoves.ts';
import type { Balance } from '../model/balance.ts';
import type { StateStore } from '../model/journal.ts';
import type { Ledger, LedgerEntry, LedgerSums } from '../model/ledger.ts';
import { BalanceRecorder } from './balanceRecorder.ts';

export interface AccountBooksOptions {
  readonly ledger: Ledger;
  readonly state: StateStore;
  readonly clock: Clock;
  /** The venue's time. */
  readonly venueNow: () => Instant;
  readonly moves: (since: Instant) => Promise<readonly FundsMove[]>;
  readonly conversions: (since: Instant) => Promise<readonly ConversionRow[]>;
  /** What may have left the account, and nobody knows. */
  readonly possible: () => Promise<readonly PossibleMove[]>;
  /** Books executions of which only the balances tell. `compare` has the currencies that have long differed by one amount, against the ledger as it is by then. Answers how many there were. */
  readonly bookProven: (compare: () => Promise<readonly BalanceLine[]>) => Promise<number>;
  /** Shuts whatever takes risk in these currencies, with the reason for each, and opens all that was shut before. */
  readonly shut: (reasons: ReadonlyMap<string, string>) => Promise<void>;
  readonly onTrouble: (message: string, about?: string) => void;
  readonly onOver?: (about: string, told?: string) => void;
}

/** By currency, differences that nothing explained when they were last looked at: they hold over a restart. */
const UNEXPLAINED = 'unexplained';
/** A deposit or withdrawal that takes longer than this from its beginning to its end is booked by a person. */
const MOVES_SINCE_MS = 30 * DAY_MS;
/** What is read to explain a balance. */
const CAUSES = 'deposits, withdrawals and conversions';
/** Causes are looked for no more often than this. */
const CAUSES_EVERY_MS = 30_000;

/**
 * Compares what the venue says that the account has with the ledger, in which each change has a cause. It shares nothing with what
 * sends orders: it reads the fill log, the conversions and the venue's histories. A difference that lasts and has no cause stops new risk in
 * its currency until it is explained, or a person books it.
 */
export class AccountBooks {
  readonly #options: AccountBooksOptions;
  readonly #differences = new Differences();
  readonly #opening = new Opening();
  readonly #recorder: BalanceRecorder;
  readonly #inTurn = oneAtATime();
  #leaving: ReadonlyMap<string, Decimal> = new Map();
  #causesAtMs = -Infinity;
  /** When the newest of all was that the last comparison included. */
  #newestAt: Instant | undefined;
  #isOpened = false;
  /** Whether executions were booked since the balances were asked for. */
  #isBookedSince = false;
  #isTold = false;

  constructor(options: AccountBooksOptions) {
    this.#options = options;
    this.#recorder = new BalanceRecorder(options.ledger);
  }

  /** What an earlier life could not explain stays shut until a look explains it. */
  async begin(): Promise<void> {
    for (const [currency, amount] of Object.entries(await this.#options.state.load(UNEXPLAINED))) {
      if (amount !== '') this.#differences.restore(currency, dec(amount));
    }
    await this.#options.shut(this.#reasons());
  }

  /** By currency, what nothing explains. */
  get unexplained(): ReadonlyMap<string, Decimal> {
    return this.#differences.lasting;
  }

  /**
   * By currency, how much more these balances have than what is booked; what rounding explains is no difference. Undefined where the ledger has not
   * begun before this time. Changes nothing.
   */
  async differences(balances: readonly Balance[], since: Instant): Promise<ReadonlyMap<string, Decimal> | undefined> {
    const sums = await this.#sums();
    const begunAt = Math.max(...sums.beganAt.values());
    // Where no ledger has begun, the greatest of no numbers is -Infinity.
    if (begunAt === -Infinity || begunAt >= since) return undefined;
    const lines = balanceLines(sums, balances, this.#leaving, []);
    return new Map(lines.map(({ currency, difference, tolerance }) => [currency, difference.abs().gt(tolerance) ? difference : ZERO]));
  }

  /** Balances are asked for next. An execution that is booked from here on may be in them, or not. */
  async beforeReading(): Promise<void> {
    // Once the ledger has begun, nothing rests on that.
    if (await this.isOpened()) return;
    this.#isBookedSince = false;
  }

  /**
   * Balances that were read right before. Answers the currencies that have not just what the ledger says; undefined before it has begun. Rejects only when
   * the store does; histories that can't be read are told of.
   */
  async look(balances: readonly Balance[]): Promise<Differing> {
    const { clock, venueNow } = this.#options;
    const lines = await this.#compare(balances);
    if (!(await this.isOpened())) {
      await this.#orTell(() => this.#openBy(lines));
      return undefined;
    }
    await this.#recorder.look({ at: venueNow(), balances, lines, newestAt: this.#newestAt, leaving: this.#leaving });
    const isDue = clock.monotonicMs() - this.#causesAtMs >= CAUSES_EVERY_MS;
    // What was on its way out may have left by now: it agrees with the balances whether it is booked or not.
    const isQuiet = this.#leaving.size === 0 && lines.every(({ isExplained, possibly }) => isExplained && possibly === undefined);
    if (!isDue || isQuiet) return differingIn(await this.#take(lines, balances));
    await this.#orTell(() => this.#lookForCauses());
    return differingIn(await this.#take(await this.#compare(balances), balances));
  }

  async #orTell(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.#isTold = false;
      this.#options.onOver?.(CAUSES);
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
      if (!this.#isTold) this.#options.onTrouble(`${CAUSES} could not be read: ${messageOf(error)}`, CAUSES);
      this.#isTold = true;
    }
  }

  /** Looks for all causes and compares. Before the ledger has begun it is one of the looks that it begins with. */
  async reconcile(balances: readonly Balance[]): Promise<readonly BalanceLine[]> {
    if (!(await this.isOpened())) {
      const lines = await this.#compare(balances);
      if (!(await this.#openBy(lines))) return lines;
    }
    await this.#lookForCauses();
    return this.#take(await this.#compare(balances), balances);
  }

  async #compare(balances: readonly Balance[]): Promise<readonly BalanceLine[]> {
    const { possible } = this.#options;
    const sums = await this.#sums();
    this.#newestAt = sums.newestAt;
    return balanceLines(sums, balances, this.#leaving, await possible());
  }

  /** One at a time, so that each difference is told once. Answers the lines as they are once everything that is known was booked. */
  #take(compared: readonly BalanceLine[], balances: readonly Balance[]): Promise<readonly BalanceLine[]> {
    return this.#inTurn(() => this.#taken(compared, balances));
  }

  async #taken(compared: readonly BalanceLine[], balances: readonly Balance[]): Promise<readonly BalanceLine[]> {
    const { clock, bookProven, state, shut, onTrouble, onOver } = this.#options;
    const before = new Map(this.#differences.lasting);
    this.#differences.look(clock.monotonicMs(), compared);
    const steady = this.#differences.steady;
    const compare = async (): Promise<readonly BalanceLine[]> =>
      (await this.#compare(balances)).filter(({ currency }) => steady.has(currency));
    const isBooked = steady.size > 0 && (await bookProven(compare)) > 0;
    // The balances are older than what was booked: the next ones judge. What was told before stays until then.
    if (isBooked) for (const currency of steady) if (!before.has(currency)) this.#differences.forget(currency);
    const { lasting } = this.#differences;
    for (const [currency, amount] of lasting) {
      if (before.get(currency)?.eq(amount) === true) continue;
      await state.save(UNEXPLAINED, currency, amount.toFixed());
      if (!before.has(currency)) onTrouble(alarmOf(currency, amount), balanceOf(currency));
    }
    for (const currency of before.keys()) {
      if (lasting.has(currency)) continue;
      await state.save(UNEXPLAINED, currency, '');
      const told = `${balanceOf(currency)} is explained again`;
      if (onOver === undefined) onTrouble(told);
      else onOver(balanceOf(currency), told);
    }
    if (lasting.size > 0 || before.size > 0) await shut(this.#reasons());
    return isBooked ? this.#compare(balances) : compared;
  }

  #reasons(): ReadonlyMap<string, string> {
    return new Map([...this.#differences.lasting].map(([currency, amount]) => [currency, alarmOf(currency, amount)]));
  }

  /** Whether the ledger has begun. */
  async isOpened(): Promise<boolean> {
    this.#isOpened ||= (await this.#sums()).sums.some(({ cause }) => cause === 'opening');
    return this.#isOpened;
  }

  async #sums(): Promise<LedgerSums> {
    const sums = await this.#options.ledger.sums();
    if (sums.oldestNewAt !== undefined) {
      this.#opening.booked(sums.oldestNewAt);
      this.#isBookedSince = true;
    }
    return sums;
  }

  /**
   * Begins the ledger, once looks have agreed. Answers whether it did. What was done before the opening balances is in them: it gets an entry of
   * 0, so that it is not booked later.
   */
  async #openBy(lines: readonly BalanceLine[]): Promise<boolean> {
    const { clock, ledger, moves, conversions, venueNow } = this.#options;
    if (this.#isBookedSince) return false;
    const opening = this.#opening.look(clock.monotonicMs(), venueNow(), lines);
    if (opening === undefined) return false;
    const since = clock.now() - MOVES_SINCE_MS;
    const entries = [
      ...(await moves(since)).filter((move) => move.isDone).flatMap(moveEntries),
      ...(await conversions(since)).flatMap(entriesOf),
    ];
    const beganAt = new Map(opening.map(({ currency, at }) => [currency, at]));
    const before = entries.filter(({ currency, at }) => at <= (beganAt.get(currency) ?? -Infinity));
    await ledger.post([...before.map((entry) => ({ ...entry, amount: ZERO, note: 'before the ledger began' })), ...opening]);
    return true;
  }

  async #lookForCauses(): Promise<void> {
    const { clock, ledger, moves, conversions } = this.#options;
    this.#causesAtMs = clock.monotonicMs();
    const since = clock.now() - MOVES_SINCE_MS;
    const found = await moves(since);
    await ledger.post([...found.filter((move) => move.isDone).flatMap(moveEntries), ...(await conversions(since)).flatMap(entriesOf)]);
    const leaving = new Map<string, Decimal>();
    for (const { cause, currency, amount, fee, isDone: hasLeft } of found) {
      if (cause === 'withdrawal' && !hasLeft) leaving.set(currency, (leaving.get(currency) ?? ZERO).minus(amount).plus(fee));
    }
    this.#leaving = leaving;
  }
}

/** What an alarm is about, until it is over. */
function balanceOf(currency: string): string {
  return `the balance of ${currency}`;
}

function differingIn(lines: readonly BalanceLine[]): Differing {
  return new Set(lines.filter(({ difference, tolerance }) => difference.abs().gt(tolerance)).map(({ currency }) => currency));
}

/** Says how a person goes on from here. */
function alarmOf(currency: string, difference: Decimal): string {
  const how = `--${difference.isPositive() ? 'gained' : 'lost'} ${difference.abs().toFixed()}`;
  return [
    `nothing explains a difference of ${difference.isPositive() ? '+' : ''}${difference.toFixed()} ${currency} between the venue's balance and the ledger`,
    `see \`sluice reconcile\`, or book it with \`sluice ledger adjust ${currency} ${how} --note TEXT\``,
  ].join('; ');
}

/** The fee is an entry of its own. */
function moveEntries({ id: reference, cause, currency, amount, fee, at }: FundsMove): readonly LedgerEntry[] {
  const entry = { reference, currency, at, note: undefined };
  return [{ ...entry, cause, amount }, ...(fee.isZero() ? [] : [{ ...entry, cause: 'fee' as const, amount: fee.negated() }])];
}

function entriesOf(row: ConversionRow): readonly LedgerEntry[] {
  return isDone(row) ? conversionEntries(conversionOf(row, undefined)) : [];
}
