import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import { durationText } from '../base/instant.ts';
import { moneyAtLeast } from '../base/moneyText.ts';
import type { NearDecimal } from '../base/nearDecimal.ts';
import { scopeText, type TradingScope } from '../model/tradingStop.ts';
import type { LossCause, Protection, ProtectionAction } from './protection.ts';

/** A limit on losses or another protection, as a person sees it. */
export interface ProtectionRow {
  /** The strategy, or `all trading`. */
  readonly scope: string;
  readonly kind: LossCause | Protection['kind'];
  /** In words: what trips it, and how near that is where it is counted. */
  readonly waitsFor: string;
  /** The loss of now, undefined where no book tells, and the one that trips it. Only of limits on losses. */
  readonly loss?: { readonly now: Decimal | undefined; readonly most: Decimal; readonly currency: string } | undefined;
  /** What it does then. */
  readonly action: ProtectionAction;
  /** For how long, in milliseconds. Undefined until a person resumes it. */
  readonly pauseMs: number | undefined;
}

/** Since when each loss is counted. */
export const SINCE: Readonly<Record<LossCause, string>> = {
  'max-loss': 'in all',
  'daily-loss': 'today',
  'max-drawdown': 'since its peak',
};

interface LossLimit {
  readonly scope: TradingScope;
  readonly cause: LossCause;
  readonly most: NearDecimal;
  readonly currency: string;
  readonly action: ProtectionAction;
  /** The profit from which the loss is counted. */
  readonly from: NearDecimal | undefined;
}

/** A limit on losses. `profit`: that of now, undefined where no book tells. */
export function lossRow({ scope, cause, most, currency, action, from }: LossLimit, profit: Decimal | undefined): ProtectionRow {
  const isKnown = profit !== undefined && from !== undefined;
  const now = isKnown ? maxDecimal(from.exact.minus(profit), ZERO) : undefined;
  const shown = now === undefined ? 'how much it is now, no book tells yet' : `now ${moneyAtLeast(now, currency)}`;
  const waitsFor = `a loss of ${most.exact} ${currency} ${SINCE[cause]}; ${shown}`;
  const loss = { now, most: most.exact, currency };
  return { scope: scopeText(scope), kind: cause, waitsFor, loss, action, pauseMs: undefined };
}

/** A protection that follows executions. */
export function protectionRow(scope: TradingScope, protection: Protection): ProtectionRow {
  const { kind, action, pauseMs } = protection;
  return { scope: scopeText(scope), kind, waitsFor: tripOf(protection), action, pauseMs };
}

function tripOf(protection: Protection): string {
  switch (protection.kind) {
    case 'losing-trades':
      return `${protection.trades} losing trades within ${durationText(protection.withinMs)}`;
    case 'low-profit':
      return `${protection.trades} trades within ${durationText(protection.withinMs)} that earn less than ${protection.least}`;
    case 'cool-down':
      return { loss: 'a losing trade', trade: 'a trade', stop: 'a stop that has sold' }[protection.after];
    case 'repeated-fills':
      return `${protection.fills} fills of one side within ${durationText(protection.withinMs)} while the price moves by ${protection.move.times(100)} % at most`;
  }
}
