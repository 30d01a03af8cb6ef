import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { EventDoor } from '../../../src/engine/eventDoor.ts';
import { EngineBench } from '../engineBench.ts';
import { bookOf, conversionOf, fillOf, quoteOf, settingsOf, strategyOf } from '../fixtures.ts';
import { DEAL, type Deal, filledWhole, quoted, tradeOf, trading } from './tradeBench.ts';

describe('a trade', () => {
  it('takes the quote where it is best, and is done', () => {
    const bench = trading();
    quoted(bench, '600', '0.01');
    const { intentId, quote } = bench.commands('convert')[0]!;
    expect([quote.id, intentId]).toEqual(['quote-1', `${tradeOf(bench)}-1`]);
    bench.report({ type: 'converted', conversion: conversionOf({ intentId, strategy: 's' }), adopted: false });
    expect(bench.notices('trade')).toMatchObject([{ outcome: 'done', gave: dec('600'), brought: dec('0.01') }]);
    const all = /^quote 600 EUR to 0\.01 BTC; split 600 EUR to 0\.0099\d+ BTC; book 59\d\.\d+ EUR to 0\.0099\d+ BTC$/;
    expect(bench.notices('trade')[0]!.compared).toEqual([expect.stringMatching(all)]);
  });

  it('takes the book up to a collar where it is best, cancels the rest at once, and decides anew for what is left', () => {
    const bench = trading();
    quoted(bench, '600', '0.0098');
    const [placed] = bench.commands('place');
    // All of it for at most 600 EUR, and no worse than what was seen by more than the drift.
    expect(placed).toMatchObject({ symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', intentId: `${tradeOf(bench)}-1` });
    expect(placed!.price!.times(placed!.amount).lte(600)).toBe(true);
    expect(placed!.price!.lte(dec('60010').times('1.0002'))).toBe(true);
    const { intentId, amount, price } = placed!;
    bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o1' }]);
    const fee = dec('0.00001');
    bench.report({
      type: 'fill',
      fill: fillOf({ orderId: 'o1', intentId, price: dec('60000'), amount: dec('0.005'), fee, feeCurrency: 'BTC', strategy: 's' }),
    });
    bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0.005') });
    const [, second] = bench.commands('request-quote');
    expect(second).toMatchObject({ size: { fromAmount: dec('300') } });
    bench.report({
      type: 'quoted',
      requestId: second!.requestId,
      quote: quoteOf({ id: 'q2', fromAmount: dec('300'), toAmount: dec('0.00501') }),
    });
    const [convert] = bench.commands('convert');
    bench.report({
      type: 'converted',
      conversion: conversionOf({ intentId: convert!.intentId, strategy: 's', fromAmount: dec('300'), toAmount: dec('0.00501') }),
      adopted: false,
    });
    expect(bench.notices('trade')).toMatchObject([{ outcome: 'done', gave: dec('600'), brought: dec('0.01') }]);
    expect(convert!.intentId).toBe(`${tradeOf(bench)}-2`);
  });

  it('asks for a quote of the rest in whole cents, since venues take no finer ones', () => {
    const bench = trading();
    quoted(bench, '600', '0.0098');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    bench.report({
      type: 'fill',
      fill: fillOf({ orderId: 'o1', intentId, price: dec('60000.01'), amount: dec('0.00123'), strategy: 's' }),
    });
    bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0.00123') });
    expect(bench.commands('request-quote').at(-1)).toMatchObject({ size: { fromAmount: dec('526.19') } });
  });

  it('never takes more from the book than what is better there than by the quote', () => {
    const bench = trading({}, DEAL, false);
    bench.book(
      bookOf({
        asks: [
          ['59000', '0.005'],
          ['60500', '1'],
        ],
        bids: [['58990', '1']],
      }),
    );
    bench.timer();
    quoted(bench, '600', '0.01');
    const [placed] = bench.commands('place');
    expect(placed).toMatchObject({ amount: dec('0.005') });
    expect(placed!.price!.lte(dec('59000').times('1.0002'))).toBe(true);
  });

  it('does nothing at a rate worse than the worst one, and says what each way would have given', () => {
    const bench = trading({}, { ...DEAL, worstRate: dec('0.000017') });
    quoted(bench, '600', '0.01');
    for (let i = 1; i < 5; i++) {
      bench.touch('59990', '60010');
      bench.timer();
      bench.report({
        type: 'quoted',
        requestId: bench.commands('request-quote').at(-1)!.requestId,
        quote: quoteOf({ id: `q${i}`, validTo: bench.now + 10_000 }),
      });
    }
    expect([...bench.commands('convert'), ...bench.commands('place')]).toEqual([]);
    expect(bench.notices('trade')).toMatchObject([
      { outcome: 'nothing', message: expect.stringContaining('worse than the worst rate of 0.000017') as string },
    ]);
    expect(bench.notices('trade')[0]!.compared).toHaveLength(5);
  });

  it('goes by the book where there is no quote', () => {
    const bench = trading();
    bench.report({ type: 'quote-refused', requestId: bench.commands('request-quote')[0]!.requestId, code: 'x', message: 'not now' });
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('log').map(({ message }) => message)).toContainEqual(expect.stringContaining('no quote: not now'));
  });

  it('says which check was against a quote, and why', () => {
    const bench = trading({}, { fromCurrency: 'EUR', toCurrency: 'XYZ', fromAmount: dec('600') });
    expect(bench.commands('request-quote')).toEqual([]);
    const texts = bench.notices('log').map(({ message }) => message);
    expect(texts).toContainEqual(expect.stringContaining('a check refused to ask for one: no symbol of EUR and XYZ'));
  });

  it('waits while nobody knows what became of a leg, and goes on once that is settled', () => {
    const bench = trading();
    quoted(bench, '600', '0.01');
    const { intentId } = bench.commands('convert')[0]!;
    bench.report({ type: 'intent-unknown', intentId, kind: 'convert', lane: 'convert:EUR>BTC', reason: 'timeout' });
    for (let i = 0; i < 20; i++) {
      bench.touch('59990', '60010');
      bench.timer();
    }
    expect(bench.commands('request-quote')).toHaveLength(1);
    expect(bench.commands('place')).toEqual([]);
    expect(bench.engine.snapshot().trades).toMatchObject([{ problem: expect.stringContaining('sluice orders unresolved') as string }]);
    bench.report({ type: 'lane-opened', lane: 'convert:EUR>BTC' });
    bench.report({ type: 'intent-not-placed', intentId, kind: 'convert', code: 'lost', reason: 'it never arrived' });
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.commands('request-quote')).toHaveLength(2);
  });

  it('goes over named currencies step by step, and says what is held where a step does not go on', () => {
    const bench = trading(
      {},
      { fromCurrency: 'EUR', toCurrency: 'EUR', fromAmount: dec('600'), via: ['ETH', 'BTC'], worstRate: dec('1.001') },
      false,
    );
    const show = (): void => {
      bench.book(bookOf({ symbol: 'ETH/EUR', asks: [['3000', '10']], bids: [['2999', '10']], at: bench.now }));
      bench.book(bookOf({ symbol: 'ETH/BTC', bids: [['0.051', '10']], asks: [['0.0511', '10']], at: bench.now }));
      bench.touch('60000', '60010');
    };
    show();
    bench.timer(0);
    const [first] = bench.commands('place');
    expect(first).toMatchObject({ symbol: 'ETH/EUR', side: 'Buy' });
    filledWhole(bench, 'o1');
    expect(bench.commands('place')[1]).toMatchObject({ symbol: 'ETH/BTC', side: 'Sell' });
    for (let i = 2; i < 8; i++) {
      const { intentId } = bench.commands('place').at(-1)!;
      if (bench.notices('trade').length === 0) bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'x', message: 'no' });
      bench.now += 1000;
      show();
      bench.timer(0);
    }
    expect(bench.notices('trade')).toMatchObject([
      {
        outcome: 'part',
        message: expect.stringMatching(/It holds 0\.\d+ ETH: `sluice convert best ETH EUR --amount 0\.\d+` goes on/) as string,
      },
    ]);
  });

  it('ends, with nothing done, when its strategy is paused meanwhile', () => {
    const bench = trading();
    bench.operator({ type: 'pause', strategy: 's' });
    quoted(bench, '600', '0.01');
    expect([...bench.commands('convert'), ...bench.commands('place')]).toEqual([]);
    expect(bench.notices('trade')).toMatchObject([{ outcome: 'nothing', message: 'the strategy is paused' }]);
  });

  it.each<[string, Deal, string]>([
    ['to itself', { fromCurrency: 'EUR', toCurrency: 'EUR', fromAmount: dec('1'), via: ['BTC'] }, 'amount'],
    ['of nothing', { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('0') }, 'amount'],
    ['over named currencies to a target', { fromCurrency: 'EUR', toCurrency: 'BTC', toAmount: dec('1'), via: ['ETH'] }, 'amount'],
  ])('is not begun: %s', (_what, deal, rule) => {
    const bench = trading({}, deal);
    expect(bench.notices('refused')).toMatchObject([{ rule }]);
    expect(bench.commands('request-quote')).toEqual([]);
  });

  it('is not begun beside another one of the same two currencies', () => {
    const twice = strategyOf({ onTimer: (ctx) => void ctx.trade(DEAL) });
    const bench = new EngineBench(settingsOf([twice]), { answers: false });
    bench.touch('59990', '60010');
    bench.timer();
    bench.timer();
    expect(bench.notices('refused')).toMatchObject([{ rule: 'lane-busy' }]);
    expect(bench.commands('request-quote')).toHaveLength(1);
  });

  it('does the same in a replay of its events', () => {
    const bench = trading();
    quoted(bench, '600', '0.0098');
    filledWhole(bench, 'o1');
    const replayed = new EventDoor(bench.settings);
    expect(bench.events.map((event) => replayed.process(event))).toEqual(bench.byEvent);
  });
});
