import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import type { FiatDepositNotice } from './funding/fiatNotice.ts';
import type { CharacterName } from './market/character.ts';
import type { Deliver } from './notifications/deliver.ts';
import type { ProcessingOptions } from './processing/processingService.ts';

export interface SimulatorOptions {
  /** The venue's time. A `ScaledClock` can be moved by the control side. */
  readonly clock: Clock;
  /** The time of sockets and signatures, when the venue's runs at another rate. Default: `clock`. */
  readonly wallClock?: Clock | undefined;
  /** The same seed and the same requests under virtual time give the same answers, byte for byte. */
  readonly seed: number | string;
  /** Opening balances of the user's account by currency, instead of the default ones. */
  readonly balances?: Readonly<Record<string, Decimal>> | undefined;
  /** Funds lent to the user on top of the balances, by currency. They may not be withdrawn (000 Withdrawals). */
  readonly credit?: Readonly<Record<string, Decimal>> | undefined;
  readonly key?: string | undefined;
  /** Base64, as the venue hands it out (000 Authentication 4). */
  readonly secret?: string | undefined;
  /** Choices that the specification leaves open. The defaults are in docs/assumptions.md. */
  readonly behaviour?: VenueBehaviour | undefined;
  readonly market?: MarketOptions | undefined;
  readonly funding?: FundingOptions | undefined;
  /** Called on every status change of a ViBAN deposit (000 Events). */
  readonly onFiatDeposit?: ((notice: FiatDepositNotice) => void) | undefined;
  /** Options of the payment service (001). */
  readonly processing?: ProcessingOptions | undefined;
  /** The prefix of the header names of 001; the alternate deployment has `ALT`. Default `PROC`. */
  readonly prefix?: 'PROC' | 'ALT' | undefined;
  /** How notifications reach their receivers. Default: by HTTP. */
  readonly deliver?: Deliver | undefined;
  /** The venue's clock minus ours, at the beginning. */
  readonly clockSkewMs?: number | undefined;
}

/** How long money takes on its way. */
export interface FundingOptions {
  /** From asking for a withdrawal to its end. Default 20,000. */
  readonly settleMs?: number | undefined;
  /** From sending a crypto deposit to its confirmation. Default 20,000. */
  readonly confirmMs?: number | undefined;
  /** Where the notifications of ViBAN deposits are posted to (000 Events). Default: nowhere. */
  readonly noticeUrl?: string | undefined;
}

export interface MarketOptions {
  /** How the market behaves. Default `calm`. */
  readonly character?: CharacterName | undefined;
  /** How many pairs; the eighth is USDT/EUR, above that made-up ones are added. Default 7. */
  readonly symbols?: number | undefined;
  /** The fee rates. Default 0.001 and 0.002. */
  readonly makerFee?: Decimal | undefined;
  readonly takerFee?: Decimal | undefined;
  /** The spread of a conversion, on either side of the book. Default 0.001. */
  readonly conversionSpread?: Decimal | undefined;
  /** Default 15,000. */
  readonly quoteLifetimeMs?: number | undefined;
  /** Currencies that regulation forbids to this account (000 Errors 7). */
  readonly restrictedCurrencies?: readonly string[] | undefined;
  /** Whether the account is a customer of the EU, to whom the Travel Rule applies. Default true. */
  readonly isEu?: boolean | undefined;
}

/** One member for each gap in the specification that venues may fill in different ways. */
export interface VenueBehaviour {
  /** Whether a replaced order keeps its id. Default `keep`. */
  readonly replaceId?: 'keep' | 'new' | undefined;
  /** What `amount` means in a replacement. Default `remaining`: the amount that is open afterwards. */
  readonly replaceAmount?: 'remaining' | 'total' | undefined;
  /**
   * What a row of `trades` is. `fills` (default): one row for each execution, with the id of its order, and one for the rest of
   * an order that was cancelled. `orders`: one row for each closed order. `growing`: one row for each order from its first
   * execution on, which is updated with each further one, with the filled amount, the average price, all fees and the latest time.
   */
  readonly trades?: 'fills' | 'orders' | 'growing' | undefined;
  /** How long after it happened a row of `trades` is shown, at the place of its time; rows count from 0. Default 0. */
  readonly tradesLateMs?: Lag | undefined;
  /** How long a row of `trades` shows 0 for its fee; rows count from 0. Default 0. */
  readonly feesLateMs?: Lag | undefined;
  /** Whether a row of `trades` stands twice in each answer; rows count from 0. Default: none does. */
  readonly tradesTwice?: ((index: number) => boolean) | undefined;
  /** How long after it was placed an order is shown among the open ones; orders of the whole exchange count from 0. Default 0. */
  readonly ordersLateMs?: Lag | undefined;
  /** The number of the first page. Default 0, which follows from convention 6: page 2 of 10 begins with record 20. */
  readonly pageBase?: 0 | 1 | undefined;
  /**
   * The same for open orders, whose `page` is 1 when it is left out. Default 1, so that this is the first page. With 0 convention 6
   * holds for them as well, and a request without a page passes over the first `count` orders.
   */
  readonly openOrdersPageBase?: 0 | 1 | undefined;
  /**
   * Whether a path is one with and without a slash at its end. `lax` (default): it is, in all three interfaces, since 001 writes the
   * same path both ways. `strict`: a path is as its document writes it in its own list of endpoints.
   */
  readonly slashes?: 'lax' | 'strict' | undefined;
  /** Whether pairs, statistics and books are shown without a signature (000 Authentication 7). Default `signed`. */
  readonly marketData?: 'signed' | 'public' | undefined;
  /**
   * Where the history of crypto transactions has the `referenceId` that came with a withdrawal: under the same name (default), or as
   * `traceId`, since 000 calls the one an "id in an external payment system" where it is sent, and the other where it is listed.
   */
  readonly references?: 'referenceId' | 'traceId' | undefined;
  /**
   * What becomes of an amount that is no multiple of the pair's step, or of a price with too many decimals. `enforced` (default): it is
   * refused. `rounded`: an amount is rounded down to the step, a price to its decimals.
   */
  readonly steps?: 'enforced' | 'rounded' | undefined;
  /** How many executions, rows of `trades`, conversions and requests are remembered, each; the oldest are forgotten. Default 100,000. */
  readonly remembers?: number | undefined;
  /** How far a timestamp may be from the venue's time. Default 60,000 (000 Limits). */
  readonly timestampWindowMs?: number | undefined;
  /** Default: no limit. */
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number } | undefined;
  /** Decides what goes wrong with a call. It is asked once for each call, after its signature has been verified. */
  readonly fault?: ((call: FaultedCall) => CallFault | undefined) | undefined;
}

/** A delay in milliseconds, the same for all or one for each. */
export type Lag = number | ((index: number) => number);

export function lagOf(lag: Lag | undefined, index: number): number {
  return typeof lag === 'function' ? lag(index) : (lag ?? 0);
}
