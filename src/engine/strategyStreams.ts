import { type Observable, Subject } from 'rxjs';
import type { Instant } from '../base/instant.ts';
import { messageOf } from '../base/fault.ts';
import type { BookView } from '../market/bookView.ts';
import type { Candle } from '../market/candle.ts';
import type { MarketWarning, Report } from '../model/event.ts';
import type { OfferedQuote } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { Seat } from './market.ts';
import type { StrategyHandlers, StrategyIntent, StrategyMarket } from './strategy.ts';

interface Streams {
  readonly book$: Subject<BookView>;
  readonly candle$: Subject<Candle>;
  readonly stats$: Subject<PairStatistics>;
  readonly fill$: Subject<Fill>;
  readonly report$: Subject<Report>;
  readonly quote$: Subject<OfferedQuote>;
  readonly warning$: Subject<MarketWarning>;
  readonly timer$: Subject<Instant>;
}

/** How a stream of intents is heard. */
export interface StreamGuard {
  /** Does something for the strategy. An error stops the strategy. */
  act(act: () => void): void;
  /** Stops the strategy. */
  end(reason: string): void;
}

export function newStreams(): Streams {
  return {
    book$: new Subject(),
    candle$: new Subject(),
    stats$: new Subject(),
    fill$: new Subject(),
    report$: new Subject(),
    quote$: new Subject(),
    warning$: new Subject(),
    timer$: new Subject(),
  };
}

/** Whether `setup` has returned the stream form. */
export function isObservable(made: object): made is Observable<StrategyIntent> {
  return typeof (made as { subscribe?: unknown }).subscribe === 'function';
}

/** Turns the stream form into handlers: events go into subjects, and intents come out as calls on the context. */
export function streamHandlers(
  seat: Seat,
  intents: Observable<StrategyIntent>,
  streams: Streams,
  guard: StreamGuard,
): StrategyHandlers<string> {
  const { instance } = seat;
  instance.subscription = intents.subscribe({
    next: (intent) => {
      if (instance.isCalled) guard.act(() => perform(intent, seat));
      else guard.end('its stream emitted outside of an event: it may use no timers of its own');
    },
    error: (error: unknown) => guard.end(`its stream failed: ${messageOf(error)}`),
    complete: () => guard.end('its stream has ended'),
  });
  return {
    onBook: (book) => streams.book$.next(book),
    onCandle: (candle) => streams.candle$.next(candle),
    onStats: (statistics) => streams.stats$.next(statistics),
    onFill: (fill) => streams.fill$.next(fill),
    onReport: (report) => streams.report$.next(report),
    onQuote: (quote) => streams.quote$.next(quote),
    onWarning: (warning) => streams.warning$.next(warning),
    onTimer: ({ now }) => streams.timer$.next(now),
  };
}

function perform(intent: StrategyIntent, seat: Seat): void {
  const { context } = seat.instance;
  switch (intent.type) {
    case 'quote':
      marketOf(seat, intent.market).quote(intent.wanted);
      return;
    case 'place':
      marketOf(seat, intent.market).place(intent);
      return;
    case 'cancel':
      context.cancel(intent.intentId);
      return;
    case 'amend':
      context.amend(intent.id, intent.change);
      return;
    case 'convert':
      context.convert(intent);
      return;
    case 'requestQuote':
      context.requestQuote(intent);
      return;
    case 'trade':
      context.trade(intent);
      return;
    case 'accept':
      context.accept(intent.quote);
      return;
    default:
      throw new TypeError(`${JSON.stringify(intent)} is no intent`);
  }
}

function marketOf({ peers, marketContext, instance }: Seat, name: string | undefined): StrategyMarket {
  if (!instance.isWide) return marketContext;
  const seat = peers.find(({ marketName }) => marketName === name);
  if (seat === undefined)
    throw new TypeError(`${name === undefined ? 'an intent without a market' : name}: the markets are ${namesOf(peers)}`);
  return seat.marketContext;
}

function namesOf(peers: readonly Seat[]): string {
  return peers.map(({ marketName }) => marketName).join(', ');
}
