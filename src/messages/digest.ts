import { counted } from '../base/counted.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';
import { amountText, signedMoney } from '../base/moneyText.ts';
import type { ShadowStatus } from '../daemon/shadow/shadowStatus.ts';
import { shadowMoney, shadowSumsText } from '../daemon/shadow/shadowSumsText.ts';
import { profitText } from '../daemon/profitText.ts';
import type { StatusReport } from '../daemon/status.ts';
import { currenciesOf } from '../model/pair.ts';
import { comparisonText } from '../research/shadow/shadowText.ts';

/** How the daemon stands, in few lines. */
export function digestText(status: StatusReport): string {
  const { state, reason, strategies, openOrders, fills, conversions, frozen, unexplained, resolver, transfers, shadows, forgotten } =
    status;
  const unknown = (resolver?.unresolved.length ?? 0) + transfers.length;
  const lines = [
    `${state}${reason === undefined ? '' : `: ${reason}`}; since the start ${counted(fills, 'fill')}, ${counted(conversions, 'conversion')}; ${counted(openOrders, 'open order')}`,
    ...(strategies.length === 0
      ? []
      : [
          `profit in all ${profitText(strategies)}, open positions at the mid, ${forgotten ? 'since the start of this demo' : 'over all runs'}`,
        ]),
    ...strategies.map(strategyLine),
    ...shadows.map(shadowLine),
    ...(unknown === 0 ? [] : [unknown === 1 ? '1 outcome is unknown' : `${unknown} outcomes are unknown`]),
    ...Object.entries(frozen).map(([lane, why]) => `${lane} is frozen: ${why}`),
    ...Object.entries(unexplained).map(([currency, amount]) => `nothing explains ${amountText(amount)} ${currency}`),
  ];
  return lines.join('\n');
}

function strategyLine({ name, symbol, state, profit, position }: StatusReport['strategies'][number]): string {
  const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
  const made = profit === undefined ? 'unknown' : `${signedMoney(profit, quote)} ${quote}`;
  return `${name} ${symbol} ${state}: profit ${made}, position ${amountText(position)} ${base}`;
}

/** A strategy beside its shadow, and how sure the difference is. */
function shadowLine({ name, champion, state, reason, currency, counted, comparison }: ShadowStatus): string {
  const stopped = reason === undefined ? '' : ` is ${state} (${reason})`;
  const sums = counted.hours === 0 ? '' : ` ${shadowSumsText({ name, champion, currency }, counted)};`;
  return `shadow ${name}${stopped}:${sums} ${comparisonText(comparison, shadowMoney(currency))}`;
}

/** A clock that is set moves the time of day, so it is looked at once a minute. */
const LOOK_MS = 60_000;

/** Calls back once a day, at or right after this time of day (`HH:MM`, UTC). Returns what ends it. */
export function daily(clock: Clock, time: string, due: () => void): () => void {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const offsetMs = (hours * 60 + minutes) * 60_000;
  let next = nextAfter(clock.now(), offsetMs);
  let cancelTimer: CancelTimer;
  const look = (): void => {
    const now = clock.now();
    // The clock was far ahead: what was due then would keep it silent until that day comes.
    if (next - now > 2 * DAY_MS) next = nextAfter(now, offsetMs);
    if (now >= next) {
      next = nextAfter(now, offsetMs);
      due();
    }
    cancelTimer = clock.setTimer(LOOK_MS, look);
  };
  cancelTimer = clock.setTimer(LOOK_MS, look);
  return () => cancelTimer();
}

function nextAfter(now: Instant, offsetMs: number): Instant {
  const today = dayOf(now) + offsetMs;
  return today > now ? today : today + DAY_MS;
}
