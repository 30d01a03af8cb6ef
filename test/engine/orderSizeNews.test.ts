import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { orderSizeNews } from '../../src/engine/orderSizeNews.ts';
import { p } from '../../src/engine/params.ts';
import { EngineBench } from './engineBench.ts';
import { BTC, settingsOf, strategyOf } from './fixtures.ts';

const SHAPE = {
  size: p.decimal('0.005', { unit: 'base', isOrderSize: true }),
  spend: p.maybe(p.decimal('25', { unit: 'quote', isOrderSize: true })),
  most: p.decimal('0.00001', { unit: 'base' }),
};
const MARKETS = [{ pair: BTC, mid: dec('60000') }];
const told = (values: object): readonly string[] =>
  orderSizeNews(SHAPE, { most: dec('0.00001'), ...values }, MARKETS).map(({ message, isTooSmall }) => `${message}${isTooSmall ? '!' : ''}`);

describe(orderSizeNews, () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing of what can be placed', { size: dec('0.005'), spend: dec('25') }, []],
    ['nothing of what is left out', { size: dec('0.005') }, []],
    [
      'the smallest that would do of what is too small',
      { size: dec('0.00005') },
      [
        'params.size: 0.00005 is below the least amount 0.0001 of BTC/EUR, so no order of that size is placed; the smallest that would do is 0.0001!',
      ],
    ],
    ['the step', { size: dec('0.005005') }, ['params.size: 0.005005 is no multiple of the step 0.00001 of BTC/EUR; orders are for 0.005']],
    ['the largest order', { size: dec('101') }, ['params.size: 101 is above the most amount of BTC/EUR; orders are for 100']],
    [
      'what an order has to be worth',
      { size: dec('0.005'), spend: dec('5.99') },
      [
        'params.spend: 5.99 EUR buys less than the least amount 0.0001 BTC of BTC/EUR at 60000, so no order of that worth is placed; the smallest that would do is 6 EUR!',
      ],
    ],
  ])('tells %s', (_what, values, messages) => {
    expect(told(values)).toEqual(messages);
  });

  it.each<[string, object, number]>([
    ['too small as a whole', { amount: dec('0.00005'), kind: 'twap' }, 1],
    ['larger than an order, since it goes in parts', { amount: dec('500'), kind: 'twap' }, 0],
    ['a part that is too small', { amount: dec('1'), show: dec('0.00005'), kind: 'iceberg' }, 1],
    ['a part of a kind that has none', { amount: dec('1'), show: dec('0.00005'), kind: 'twap' }, 0],
  ])('tells of an order that is worked what is %s', (_what, values, count) => {
    const shape = {
      amount: p.decimal('1', { unit: 'base', isOrderSize: 'in parts' }),
      show: p.decimal('0.1', { unit: 'base', isOrderSize: ({ kind }) => kind === 'iceberg' }),
      kind: p.text('twap'),
    };
    expect(orderSizeNews(shape, { ...values }, MARKETS)).toHaveLength(count);
  });

  it('says nothing of a worth that no book tells', () => {
    expect(orderSizeNews(SHAPE, { spend: dec('1') }, [{ pair: BTC, mid: undefined }])).toEqual([]);
  });

  it('is told once, when the strategy starts, and the strategy runs', () => {
    const { definition, ...rest } = strategyOf({});
    const bench = new EngineBench(
      settingsOf([{ ...rest, definition: { ...definition, params: SHAPE }, params: { size: dec('0.00005') } }]),
    );
    bench.touch('59990', '60010');
    bench.touch('59990', '60010', 1000);
    expect(bench.notices('log')).toMatchObject([
      { strategy: 's', level: 'warn', message: expect.stringContaining('params.size: 0.00005 is below') as string },
    ]);
    expect(bench.strategy().state).toBe('running');
  });
});
