import { type Decimal, ONE } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { HeldSteps } from '../heldSteps.ts';
import type { NetworkFees } from '../networkFees.ts';
import type { Notify } from '../notifications/notifier.ts';
import type { Ledger } from './ledger.ts';
import type { MerchantSettings, ProcessingFee } from './merchantSettings.ts';

/** What the parts of the payment service share. */
export interface ProcessingWorld {
  now(): Instant;
  /** Acts after so many milliseconds of the venue's time. Returns a function that calls it off. */
  later(delayMs: number, act: () => void): () => void;
  readonly random: Random;
  readonly steps: HeldSteps;
  readonly networkFees: NetworkFees;
  readonly ledger: Ledger;
  readonly notify: Notify;
  /** The present price of a currency in euro. Undefined when it has none. */
  euroPrice(currency: string): Decimal | undefined;
  /** They can be changed while the service runs. */
  settings: MerchantSettings;
  readonly fee: ProcessingFee;
  readonly timing: ProcessingTiming;
  readonly merchantId: string;
  /** The fiat money in which values are told where no other is asked for. */
  readonly fiatCurrency: string;
  /** The next refund or payout fails with this reason. */
  readonly failures: { refund: string | undefined; payout: string | undefined };
}

export interface ProcessingTiming {
  /** How long it takes from the creation of an intent to its first mock deposit, and from one mock deposit to the next. */
  readonly mockDepositMs: number;
  /** How long a transaction takes from being seen to being confirmed. */
  readonly confirmationMs: number;
  /** How long an intent waits for its deposit, in the sandbox (001 Limits: 30 s) and elsewhere. */
  readonly sandboxValidityMs: number;
  readonly validityMs: number;
  /** How long the quotes for what was received are valid. */
  readonly equivalentValidityMs: number;
  /** How long each step of a refund or a payout takes. */
  readonly stepMs: number;
}

export const DEFAULT_TIMING: ProcessingTiming = {
  mockDepositMs: 2000,
  confirmationMs: 2000,
  sandboxValidityMs: 30_000,
  validityMs: 15 * 60_000,
  equivalentValidityMs: 30_000,
  stepMs: 1000,
};

/** How many units of `to` one unit of `from` is worth. */
export function rateBetween(world: Pick<ProcessingWorld, 'euroPrice'>, from: string, to: string): Decimal | undefined {
  if (from === to) return ONE;
  const [worth, price] = [world.euroPrice(from), world.euroPrice(to)];
  return worth === undefined || price === undefined ? undefined : worth.div(price).toSignificantDigits(16);
}

/** What an amount comes to in another currency, unrounded. It is multiplied before it is divided, so that no digits are lost. */
export function valueIn(world: Pick<ProcessingWorld, 'euroPrice'>, amount: Decimal, from: string, to: string): Decimal | undefined {
  if (from === to) return amount;
  const [worth, price] = [world.euroPrice(from), world.euroPrice(to)];
  return worth === undefined || price === undefined ? undefined : amount.times(worth).div(price);
}

/** Has the shape of a version 4 UUID. */
export function newUuid(random: Random): string {
  const digit = (at: number): string => (at === 12 ? '4' : at === 16 ? '89ab'[random.int(4)]! : random.int(16).toString(16));
  const hex = Array.from({ length: 32 }, (_, at) => digit(at)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
