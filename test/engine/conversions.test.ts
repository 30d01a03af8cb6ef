import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { PendingConversions, type PendingConversion, quoteProblem } from '../../src/engine/pendingConversions.ts';
import type { ConversionRequest } from '../../src/engine/strategy.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import { EngineBench } from './engineBench.ts';
import { balanceOf, conversionOf, limitsOf, NOON, quoteOf, settingsOf, strategyOf } from './fixtures.ts';

const pending: PendingConversion = {
  requestId: 'r',
  strategy: 's',
  fromCurrency: 'EUR',
  toCurrency: 'BTC',
  size: { fromAmount: dec('600') },
  worstRate: undefined,
  tag: undefined,
  requestedAt: NOON,
  isShown: false,
  offer: undefined,
  offeredAt: undefined,
  intentId: undefined,
  quote: undefined,
};

describe('quoteProblem', () => {
  it.each<[string, Partial<PendingConversion>, Parameters<typeof quoteOf>[0], string | undefined]>([
    ['what was asked for', {}, {}, undefined],
    ['other currencies', {}, { toCurrency: 'ETH' }, 'quote-mismatch'],
    ['the other direction', {}, { fromCurrency: 'BTC', toCurrency: 'EUR' }, 'quote-mismatch'],
    ['more than was asked for', {}, { fromAmount: dec('600.01') }, 'quote-mismatch'],
    ['less, as a venue may round', {}, { fromAmount: dec('599.99') }, undefined],
    ['more of what was to be brought', { size: { toAmount: dec('0.0099') } }, {}, 'quote-mismatch'],
    ['as much as was to be brought', { size: { toAmount: dec('0.01') } }, {}, undefined],
    ['a quote that is good for long enough', {}, { validTo: NOON + 500 }, undefined],
    ['a quote that is about to expire', {}, { validTo: NOON + 499 }, 'quote-expired'],
    ['an expired quote', {}, { validTo: NOON - 1 }, 'quote-expired'],
    [
      'a quote that took long to come and has time for as long a way',
      { requestedAt: NOON - 900, offeredAt: NOON },
      { validTo: NOON + 900 },
      undefined,
    ],
    ['a quote that took long to come and has not', { requestedAt: NOON - 900, offeredAt: NOON }, { validTo: NOON + 899 }, 'quote-expired'],
    ['the worst rate exactly', { worstRate: dec('1').div('60000') }, {}, undefined],
    ['a worse rate', { worstRate: dec('1').div('59999') }, {}, 'limit-rate'],
  ])('%s', (_what, asked, offered, rule) => {
    expect(quoteProblem({ ...pending, ...asked }, quoteOf(offered), NOON)?.rule).toBe(rule);
  });
});

it('compares what a quote brings with what it would have to bring, each with its currency', () => {
  const problem = quoteProblem({ ...pending, worstRate: dec('1').div('59999') }, quoteOf({}), NOON);
  expect(problem?.message).toMatch(
    /^the quote brings 0\.01 BTC for 600 EUR; at the worst rate of 0\.0000166\d+ it has to bring 0\.0100001\d+$/,
  );
});

describe('PendingConversions', () => {
  it('has one conversion of a direction at a time', () => {
    const desk = new PendingConversions();
    desk.requested(pending);
    expect(desk.isBusy('EUR', 'BTC')).toBe(true);
    expect(desk.isBusy('BTC', 'EUR')).toBe(false);
    expect(desk.end('r')).toMatchObject({ requestId: 'r' });
    expect(desk.isBusy('EUR', 'BTC')).toBe(false);
  });

  it('forgets what was not answered, and never an accepted quote', () => {
    const desk = new PendingConversions();
    desk.requested(pending);
    const accepted = desk.requested({ ...pending, requestId: 'accepted' });
    accepted.intentId = 'i';
    expect(desk.expire(NOON + 30_000)).toEqual([]);
    expect(desk.expire(NOON + 30_001)).toMatchObject([{ requestId: 'r' }]);
    expect(desk.byIntent('i')).toBe(accepted);
  });
});

describe('a conversion', () => {
  it('goes from request over quote to its booking', () => {
    const bench = asking({});
    const { requestId, size } = bench.commands('request-quote')[0]!;
    expect(size).toEqual({ fromAmount: dec('600') });
    bench.report({ type: 'quoted', requestId, quote: quoteOf() });
    bench.report({ type: 'quoted', requestId, quote: quoteOf({ id: 'second' }) });
    const { intentId, quote } = bench.commands('convert')[0]!;
    expect(quote.id).toBe('quote-1');
    expect(bench.commands('convert')).toHaveLength(1);
    bench.report({ type: 'converted', conversion: conversionOf({ intentId }), adopted: false });
    bench.report({ type: 'converted', conversion: conversionOf({ intentId, strategy: 's' }), adopted: true });
    expect(bench.strategy().position).toMatchObject({ amount: dec('0.01'), cost: dec('600'), fills: 1 });
  });

  it('is one at a time in its lane, which stays shut while nobody can say what became of it', () => {
    const bench = asking({});
    bench.timer();
    expect(bench.notices('refused')).toMatchObject([{ rule: 'lane-busy' }]);
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf({ validTo: NOON + 60_000 }) });
    const { intentId } = bench.commands('convert')[0]!;
    bench.report({ type: 'intent-unknown', intentId, kind: 'convert', lane: 'convert:EUR>BTC', reason: 'timeout' });
    bench.touch('59990', '60010', 100_000);
    bench.timer();
    expect(bench.commands('request-quote')).toHaveLength(1);
    expect(bench.engine.snapshot().frozen).toEqual({ 'convert:EUR>BTC': 'timeout' });
    bench.report({ type: 'converted', conversion: conversionOf({ intentId }), adopted: true });
    bench.report({ type: 'lane-opened', lane: 'convert:EUR>BTC' });
    bench.timer();
    expect(bench.commands('request-quote')).toHaveLength(2);
  });

  it.each(['intent-refused', 'intent-not-sent'] as const)('frees its lane when it did not happen: %s', (type) => {
    const bench = asking({});
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf() });
    const { intentId } = bench.commands('convert')[0]!;
    bench.report({ type, intentId, kind: 'convert', code: 'x', message: 'no', reason: 'no' });
    bench.timer();
    expect(bench.commands('request-quote')).toHaveLength(2);
  });

  it('reserves its amount while it is under way', () => {
    const bench = asking({});
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '1000')] });
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf() });
    const place = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('59000'), amount: dec('0.009') } as const;
    bench.operator({ type: 'place', intentId: 'i', ...place });
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'balance', message: 'needs 531 EUR, 400 EUR is free' });
  });

  it.each<[string, Partial<RiskLimits>, Parameters<typeof quoteOf>[0], string]>([
    ['an expired quote', {}, { validTo: NOON }, 'quote-expired'],
    ['a quote of another amount', {}, { fromAmount: dec('6000') }, 'quote-mismatch'],
    ['a quote beyond the collar', { priceCollar: dec('0.01') }, { toAmount: dec('0.009899') }, 'price-collar'],
    ['a quote of more than an order may be for', { maxOrderAmount: { BTC: dec('0.0099') } }, {}, 'order-amount'],
    ['a quote of nothing', {}, { toAmount: dec('0') }, 'amount'],
  ])('leaves %s to expire', (_what, limits, offered, rule) => {
    const bench = asking({}, limits);
    const { requestId } = bench.commands('request-quote')[0]!;
    bench.report({ type: 'quoted', requestId, quote: quoteOf(offered) });
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule, intentId: requestId }]);
  });

  it('is checked again when its quote tells what it costs', () => {
    const bench = asking({ toAmount: dec('0.01') }, { maxOrderValue: { amount: dec('600'), currency: 'EUR' } });
    bench.report({
      type: 'quoted',
      requestId: bench.commands('request-quote')[0]!.requestId,
      quote: quoteOf({ fromAmount: dec('600.01') }),
    });
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'order-value' }]);
  });

  it('accepts a quote at the collar', () => {
    const bench = asking({}, { priceCollar: dec('0.01') });
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf({ toAmount: dec('0.0099') }) });
    expect(bench.commands('convert')).toHaveLength(1);
  });

  it('respects the worst rate that the strategy gave', () => {
    const bench = asking({ worstRate: dec('0.0000167') });
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf() });
    expect(bench.notices('refused')).toMatchObject([{ rule: 'limit-rate' }]);
  });

  it('is not accepted any more when its strategy was paused meanwhile', () => {
    const bench = asking({});
    bench.operator({ type: 'pause', strategy: 's' });
    bench.report({ type: 'quoted', requestId: bench.commands('request-quote')[0]!.requestId, quote: quoteOf() });
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'not-running' }]);
  });

  it('is told to its strategy when there was no quote, and given up without an answer', () => {
    const seen: string[] = [];
    const handlers = strategyOf({
      onTimer: (ctx) => void ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600') }),
      onReport: (report) => void seen.push(report.type),
    });
    const bench = new EngineBench(settingsOf([handlers], { limits: limitsOf({ staleAfterMs: 100_000 }) }));
    bench.touch('59990', '60010');
    bench.timer();
    bench.report({ type: 'quote-refused', requestId: bench.commands('request-quote')[0]!.requestId, code: 'x', message: 'no' });
    expect(seen).toEqual(['quote-refused']);
    bench.timer();
    bench.timer(30_001);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'quote-unanswered' }]);
    expect(bench.commands('request-quote')).toHaveLength(3);
  });
});

function asking(given: Partial<ConversionRequest>, limits: Partial<RiskLimits> = {}): EngineBench {
  const amount = given.toAmount === undefined ? { fromAmount: dec('600') } : {};
  const request = { fromCurrency: 'EUR', toCurrency: 'BTC', ...amount, ...given };
  const strategy = strategyOf({ onTimer: (ctx) => void ctx.convert(request) });
  const bench = new EngineBench(settingsOf([strategy], { limits: limitsOf(limits) }), { answers: false });
  bench.touch('59990', '60010');
  bench.send({ type: 'timer' });
  return bench;
}
