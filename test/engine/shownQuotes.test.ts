import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { Deal, StrategyHandlers } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { OfferedQuote } from '../../src/model/conversion.ts';
import { EngineBench } from './engineBench.ts';
import { balanceOf, conversionOf, limitsOf, quoteOf, settingsOf, strategyOf } from './fixtures.ts';

const DEAL: Deal = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), tag: 'weekly' };

describe('a conversion in two steps', () => {
  it('shows the quote, with the id and the tag of its request, and executes it once when it is accepted', () => {
    const { bench, shown, accept } = asking();
    const requestId = quoted(bench);
    expect(shown).toEqual([{ ...quoteOf(), requestId, tag: 'weekly' }]);
    expect(bench.commands('convert')).toEqual([]);
    accept();
    const { intentId } = bench.commands('convert')[0]!;
    accept();
    bench.report({ type: 'quoted', requestId, quote: quoteOf({ id: 'second' }) });
    expect(bench.commands('convert')).toHaveLength(1);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-gone', intentId: requestId }]);
    expect(shown).toHaveLength(1);
    bench.report({ type: 'converted', conversion: conversionOf({ intentId }), adopted: false });
    expect(bench.strategy().position).toMatchObject({ amount: dec('0.01'), cost: dec('600') });
  });

  it('may be accepted within onQuote', () => {
    const { bench } = asking({ onQuote: (quote, ctx) => void ctx.accept(quote) });
    quoted(bench);
    expect(bench.commands('convert')).toMatchObject([{ quote: { id: 'quote-1' }, strategy: 's' }]);
  });

  it('holds neither lane nor money until it is accepted', () => {
    const { bench, accept } = asking();
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '600')] });
    quoted(bench);
    bench.operator({ type: 'convert', requestId: 'person', fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: dec('1') } });
    expect(bench.commands('request-quote').at(-1)).toMatchObject({ requestId: 'person' });
    accept();
    expect(bench.notices('refused')).toMatchObject([{ rule: 'lane-busy' }]);
    bench.report({ type: 'quote-refused', requestId: 'person', code: 'x', message: 'no' });
    accept();
    expect(bench.commands('convert')).toHaveLength(1);
    bench.operator({ type: 'convert', requestId: 'another', fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: dec('1') } });
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'lane-busy', intentId: 'another' });
    const place = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('59000'), amount: dec('0.0001') } as const;
    bench.operator({ type: 'place', intentId: 'i', ...place });
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'balance', message: 'needs 5.9 EUR, 0 EUR is free' });
  });

  it('is refused when it is accepted too late for the time that an acceptance takes, and that is told', () => {
    const { bench, accept } = asking();
    // The quote takes 900 ms to come, so that an acceptance may take as long, and is valid for 10 s.
    const requestId = quoted(bench, 900);
    bench.now += 8200;
    bench.touch('59990', '60010');
    bench.now += 1;
    accept();
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-expired', intentId: requestId }]);
  });

  it('lapses when it is left alone, without a word, and can then not be accepted', () => {
    const { bench, accept } = asking();
    quoted(bench);
    bench.timer(10_001);
    expect(bench.notices('refused')).toEqual([]);
    bench.touch('59990', '60010');
    accept();
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-expired' }]);
  });

  it('is not accepted when the rate is worse than the worst one that was given', () => {
    const { bench, accept } = asking({}, {}, { ...DEAL, worstRate: dec('0.0000167') });
    quoted(bench);
    accept();
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'limit-rate' }]);
  });

  it('is not shown when it is not what was asked for', () => {
    const { bench, shown } = asking();
    bench.report({ type: 'quoted', requestId: requestOf(bench), quote: quoteOf({ fromAmount: dec('6000') }) });
    expect(shown).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-mismatch' }]);
  });

  it('stays open in the lane that nobody knows the outcome of, until the resolver settles it', () => {
    const { bench, accept } = asking();
    quoted(bench);
    accept();
    const { intentId } = bench.commands('convert')[0]!;
    bench.report({ type: 'intent-unknown', intentId, kind: 'convert', lane: 'convert:EUR>BTC', reason: 'timeout' });
    expect(bench.engine.snapshot().frozen).toEqual({ 'convert:EUR>BTC': 'timeout' });
    bench.report({ type: 'converted', conversion: conversionOf({ intentId }), adopted: true });
    expect(bench.strategy().position).toMatchObject({ amount: dec('0.01') });
  });

  it('is forgotten in the next life when it was not accepted', () => {
    const first = asking();
    quoted(first.bench);
    const { bench } = asking({ onTimer: (ctx) => void ctx.accept(first.shown[0]!) });
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-gone' }]);
  });

  it('is told when there is no quote', () => {
    const seen: string[] = [];
    const { bench } = asking({ onReport: (report) => void seen.push(report.type) });
    bench.report({ type: 'quote-refused', requestId: requestOf(bench), code: 'x', message: 'no' });
    expect(seen).toEqual(['quote-refused']);
  });

  it('may not be asked for without end', () => {
    const ask: StrategyHandlers = { onTimer: (ctx) => void ctx.requestQuote(DEAL) };
    const { bench } = asking(ask, { maxQuotesPerMinute: 3, staleAfterMs: 100_000 });
    for (let i = 0; i < 9; i++) bench.timer();
    expect(bench.commands('request-quote')).toHaveLength(3);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-rate' }]);
    bench.timer(60_000);
    expect(bench.commands('request-quote')).toHaveLength(4);
  });

  it('does the same in a replay of its events, and in the stream form', () => {
    const accepting: StrategyHandlers = {
      onTimer: (ctx) => void ctx.requestQuote(DEAL),
      onQuote: (quote, ctx) => void ctx.accept(quote),
    };
    const { bench } = asking(accepting);
    quoted(bench);
    const replayed = new EventDoor(bench.settings);
    expect(bench.events.map((event) => replayed.process(event))).toEqual(bench.byEvent);
    const streams = new EngineBench(settingsOf([streamed()]), { answers: false });
    streams.touch('59990', '60010');
    streams.timer();
    streams.report({ type: 'quoted', requestId: requestOf(streams), quote: quoteOf({ validTo: streams.now + 10_000 }) });
    const decisions = (of: EngineBench): unknown[] => of.commands('convert').map(({ quote: { id }, strategy }) => [id, strategy]);
    expect(decisions(streams)).toEqual(decisions(bench));
    expect(decisions(streams)).toHaveLength(1);
  });
});

/** A strategy in the stream form that accepts every quote. */
function streamed(): StrategySettings {
  return {
    name: 's',
    symbol: 'BTC/EUR',
    params: {},
    definition: {
      about: '',
      params: {},
      setup: (_params, { quote$, timer$, context }) => {
        timer$.subscribe(() => context.requestQuote(DEAL));
        return quote$.pipe(map((quote) => ({ type: 'accept' as const, quote })));
      },
    },
  };
}

interface Asking {
  readonly bench: EngineBench;
  readonly shown: OfferedQuote[];
  /** Accepts the newest quote that was shown, at the next statistics. */
  accept(): void;
}

/** A strategy that has asked for a quote with its first heartbeat. */
function asking(more: StrategyHandlers = {}, limits: Partial<RiskLimits> = {}, deal = DEAL): Asking {
  const shown: OfferedQuote[] = [];
  let isAsked = false;
  const handlers: StrategyHandlers = {
    onTimer(ctx) {
      if (!isAsked) ctx.requestQuote(deal);
      isAsked = true;
    },
    onQuote: (quote) => void shown.push(quote),
    onStats: (_row, ctx) => void ctx.accept(shown.at(-1)!),
    ...more,
  };
  const bench = new EngineBench(settingsOf([strategyOf(handlers)], { limits: limitsOf(limits) }), { answers: false });
  bench.touch('59990', '60010');
  bench.send({ type: 'timer' });
  const row = { symbol: 'BTC/EUR', base: 'BTC', quote: 'EUR', lastPrice: dec('60000') };
  return { bench, shown, accept: () => void bench.send({ type: 'statistics', rows: [row as never] }) };
}

function requestOf(bench: EngineBench): string {
  return bench.commands('request-quote')[0]!.requestId;
}

function quoted(bench: EngineBench, afterMs = 0): string {
  const requestId = requestOf(bench);
  bench.report({ type: 'quoted', requestId, quote: quoteOf() }, afterMs);
  return requestId;
}
