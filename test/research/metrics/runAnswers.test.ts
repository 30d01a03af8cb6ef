import { describe, expect, it } from 'vitest';
import { type Decimal, dec, ZERO } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { strategy, type StrategyHandlers } from '../../../src/engine/strategy.ts';
import { type StrategySettings } from '../../../src/engine/strategySettings.ts';
import type { Pair } from '../../../src/model/pair.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { answersJson } from '../../../src/research/metrics/answersJson.ts';
import { exposureMetrics } from '../../../src/research/metrics/exposureMetrics.ts';
import { type RunAnswers, runAnswers } from '../../../src/research/metrics/runAnswers.ts';
import { type BandRun, BANDS, type RunRecord, type TradingHalt } from '../../../src/research/runRecord.ts';
import { BTC, PAIRS } from '../../engine/fixtures.ts';
import { engineOf, NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket, type Row } from '../backtest/recordedMarket.ts';
import { fillOf, recordOf, seriesOf, START } from '../runFixture.ts';

const ETH_BTC = PAIRS.find(({ symbol }) => symbol === 'ETH/BTC')!;

function rows(seed: number, mid: number, step: number, digits: number): Row[] {
  const random = seededRandom(seed);
  let price = mid;
  return Array.from({ length: 150 }, (_, i) => {
    price += (random.int(41) - 20) * step;
    const levels = (sign: number): [string, string][] => [1, 3].map((off) => [(price + sign * off * step).toFixed(digits), '2']);
    return { at: i * 1000, bids: levels(-1), asks: levels(1) };
  });
}

/** Takes from both sides, again and again, and converts. */
function taker(every: number, amount: string, converts: string): StrategyHandlers {
  return {
    onTimer(ctx) {
      if (ctx.random.int(every) === 0) ctx.place({ side: ctx.random.int(2) === 0 ? 'Buy' : 'Sell', amount: dec(amount) });
      if (ctx.random.int(20) === 0) ctx.convert({ fromCurrency: 'EUR', toCurrency: converts, fromAmount: dec('75.25') });
    },
  };
}

function settingsOf(name: string, pair: Pair, handlers: () => StrategyHandlers): StrategySettings {
  return { name, symbol: pair.symbol, definition: strategy({ about: 'A test.', params: {}, setup: handlers }), params: {} };
}

/** A run with EUR, BTC and ETH, where only BTC/EUR and ETH/BTC are recorded. */
function run(): RunRecord {
  const strategies = [
    settingsOf('btc', BTC, () => taker(3, '0.02', 'BTC')),
    settingsOf('cross', ETH_BTC, () => taker(2, '0.3', 'BTC')),
    settingsOf('idle', BTC, () => ({})),
  ];
  const about = strategies.map(({ name, symbol }) => ({ name, use: name, symbol, params: {}, budget: { amount: '500', currency: 'EUR' } }));
  const options = optionsOf(
    engineOf(() => ({}), { strategies, limits: { ...NO_LIMITS, budgets: { btc: { amount: dec('9000'), currency: 'EUR' } } } }),
    [recordedMarket(BTC, rows(1, 60_000, 1, 2)), recordedMarket(ETH_BTC, rows(2, 0.05, 0.00001, 6))],
    { balances: { EUR: dec('100000'), BTC: dec('2'), ETH: dec('30') } },
  );
  return backtest({ ...options, about: { ...options.about, strategies: about } });
}

/** By currency, what the strategy's fills, fees and conversions brought, added up without any code of the report. */
function flowsOf({ fills, conversions }: BandRun, name: string): Record<string, Decimal> {
  const flows: Record<string, Decimal> = { EUR: ZERO, BTC: ZERO, ETH: ZERO };
  for (const { fill } of fills) {
    if (fill.strategy !== name) continue;
    const [base, quote] = fill.symbol.split('/') as [string, string];
    const sign = fill.side === 'Buy' ? 1 : -1;
    flows[base] = flows[base]!.plus(fill.amount.times(sign));
    flows[quote] = flows[quote]!.minus(fill.amount.times(fill.price).times(sign));
    flows[fill.feeCurrency] = flows[fill.feeCurrency]!.minus(fill.fee);
  }
  for (const conversion of conversions) {
    if (conversion.strategy !== name) continue;
    flows[conversion.fromCurrency] = flows[conversion.fromCurrency]!.minus(conversion.fromAmount);
    flows[conversion.toCurrency] = flows[conversion.toCurrency]!.plus(conversion.toAmount);
  }
  return flows;
}

describe('the answers of a run', () => {
  const record = run();
  const answers = runAnswers(record);
  const of = (name: string): RunAnswers['strategies'][number] => answers.strategies.find((one) => one.name === name)!;

  it.each(BANDS)('give the profit of each strategy as its trades add up, over a third currency where needed (%s)', (band) => {
    const { equity } = record.bands[band];
    const btc = dec(String(equity.mids['BTC/EUR']!.at(-1)));
    const eth = dec(String(equity.mids['ETH/BTC']!.at(-1)));
    for (const name of ['btc', 'cross']) {
      const flows = flowsOf(record.bands[band], name);
      const profit = flows['EUR']!.plus(flows['BTC']!.times(btc)).plus(flows['ETH']!.times(eth).times(btc));
      const figures = of(name).bands[band];
      expect(figures.fills).toBeGreaterThan(10);
      expect(figures.conversions).toBeGreaterThan(0);
      expect(figures.profit!.minus(profit).abs().toNumber()).toBeLessThan(1e-20);
      expect(figures.curve.at(-1)).toBeCloseTo(profit.toNumber(), 6);
      expect(figures.equity!.toFixed()).toBe(figures.profit!.plus(500).toFixed());
      expect(figures.exposure!.end).toBeCloseTo(flows['BTC']!.times(btc).plus(flows['ETH']!.times(eth).times(btc)).toNumber(), 6);
    }
  });

  it.each(BANDS)('add up to the profit of the run, with what the opening balances gained (%s)', (band) => {
    const value = (name: string): number => exposureMetrics(record.bands[band].equity).find((figure) => figure.name === name)!.value!;
    const sum = answers.strategies.reduce((total, { bands }) => total.plus(bands[band].profit!), ZERO).toNumber();
    expect(sum + value('hold_profit')).toBeCloseTo(value('profit'), 6);
  });

  it('give each market in its own quote currency, and count a conversion there only when it is its own', () => {
    const { equity } = record.bands.fitted;
    const cross = of('cross').bands.fitted;
    const [market] = cross.markets;
    expect(market).toMatchObject({ symbol: 'ETH/BTC', quote: 'BTC', fills: cross.fills, conversions: 0 });
    // EUR to BTC is no trade on ETH/BTC.
    expect(cross.otherConversions).toBe(cross.conversions);
    const fills = [...record.bands.fitted.fills].filter(({ fill }) => fill.strategy === 'cross');
    const mid = dec(String(equity.mids['ETH/BTC']!.at(-1)));
    const profit = fills.reduce((sum, { fill: { side, amount, price, fee, feeCurrency } }) => {
      const sign = side === 'Buy' ? 1 : -1;
      const paid = feeCurrency === 'ETH' ? fee.times(mid) : fee;
      return sum.plus(amount.times(sign).times(mid.minus(price))).minus(paid);
    }, ZERO);
    expect(market!.profit!.minus(profit).abs().toNumber()).toBeLessThan(1e-25);
    expect(market!.worth!.toNumber()).toBeCloseTo(profit.toNumber() * equity.mids['BTC/EUR']!.at(-1)!, 8);
    const own = of('btc').bands.fitted;
    expect([own.otherConversions, own.markets[0]!.conversions]).toEqual([0, own.conversions]);
  });

  it('give fees, exactly by currency', () => {
    for (const name of ['btc', 'cross']) {
      const paid: Record<string, Decimal> = {};
      for (const { fill } of record.bands.fitted.fills) {
        if (fill.strategy === name) paid[fill.feeCurrency] = (paid[fill.feeCurrency] ?? ZERO).plus(fill.fee);
      }
      expect(of(name).bands.fitted.fees).toEqual(paid);
    }
  });

  it('give round trips whose nets, with what is open, are the profit of the market', () => {
    const { trips, markets } = of('cross').bands.fitted;
    expect(trips.count).toBeGreaterThan(5);
    expect(trips.won + trips.lost).toBeLessThanOrEqual(trips.count);
    const closed = trips.listed.filter(({ closedAt }) => closedAt !== undefined);
    expect(closed).toHaveLength(Math.min(40, trips.count));
    if (trips.count > 40) throw new Error('the test wants all of them to be listed');
    const nets = trips.listed.reduce((sum, { net }) => sum.plus(net!), ZERO);
    expect(nets.minus(markets[0]!.profit!).abs().toNumber()).toBeLessThan(1e-20);
  });

  it('tell of a strategy that did nothing that it never traded, and make nothing up', () => {
    const { says, bands, resampled } = of('idle');
    expect(says).toBe('never traded');
    expect(bands.fitted).toMatchObject({
      fills: 0,
      conversions: 0,
      profit: ZERO,
      fees: {},
      falls: [],
      exposure: { average: 0, most: 0, least: 0, end: 0 },
    });
    expect(resampled).toEqual({ because: 'it needs 30 closed round trips, and there are 0' });
    expect(answers.warnings.fitted.filter((text) => text.startsWith('idle'))).toEqual([]);
  });

  it('tell where a budget bound, once for each strategy, with its market', () => {
    const count = record.bands.fitted.refusals['btc']?.['budget'] ?? 0;
    expect(count).toBeGreaterThan(0);
    expect(of('btc').bands.fitted.markets[0]!.refusals).toEqual(record.bands.fitted.refusals['btc']);
    expect(answers.warnings.fitted.filter((text) => text.startsWith('btc was held back'))).toEqual([
      expect.stringMatching(new RegExp(`budget ${count} times?\\b`)) as string,
    ]);
  });

  it('are the same for programs, with exact money as text', () => {
    const json = JSON.parse(JSON.stringify(answersJson(answers, 'fitted'))) as {
      strategies: { name: string; fitted: Record<string, unknown> }[];
    };
    const cross = json.strategies.find(({ name }) => name === 'cross')!;
    expect(dec(cross.fitted['profit'] as string).eq(of('cross').bands.fitted.profit!)).toBe(true);
    expect(cross.fitted).toMatchObject({ fills: of('cross').bands.fitted.fills, markets: [{ symbol: 'ETH/BTC', quote: 'BTC' }] });
  });
});

it('counts what a strategy began with at the price that it is said to have cost, in the profit, the market and the round trips', () => {
  const fills = [fillOf({ side: 'Sell', amount: dec(2), price: dec(110), fee: dec('0.5') })];
  const began = { name: 'btc-maker', use: 'guard', symbol: 'BTC/EUR', params: {}, opening: { amount: '5', price: '90' } };
  const record = recordOf({ fills, equity: seriesOf({ mids: { 'BTC/EUR': [100, 120] } }) }, { strategies: [began] });
  const { profit, markets, trips, exposure, curve } = runAnswers(record).strategies[0]!.bands.fitted;
  // 2 x (110 - 90) less the fee, and 3 x (120 - 90).
  expect([profit!.toFixed(), markets[0]!.profit!.toFixed(), markets[0]!.position.amount.toFixed()]).toEqual(['129.5', '129.5', '3']);
  expect(markets[0]!.fills).toBe(1);
  expect(trips.listed.map(({ net }) => net!.toFixed())).toEqual(['39.5', '90']);
  expect(exposure).toMatchObject({ end: 360 });
  expect(curve.at(-1)).toBeCloseTo(129.5, 9);
});

describe('what the bands say', () => {
  const says = (profits: readonly [number, number, number]): string => {
    const record = recordOf();
    const bands = Object.fromEntries(
      BANDS.map((band, i) => [
        band,
        {
          ...record.bands[band],
          fills: [fillOf({ price: dec(100) })],
          equity: seriesOf({ mids: { 'BTC/EUR': [100, 100 + profits[i]!] } }),
        },
      ]),
    ) as unknown as RunRecord['bands'];
    return runAnswers({ ...record, bands }).strategies[0]!.says;
  };

  it('is only a verdict where they agree', () => {
    expect(says([1, 2, 3])).toBe('earns in every band');
    expect(says([-3, -2, -1])).toBe('loses in every band');
    expect(says([-3, 0, 3])).toBe('the recording does not decide: the bands do not agree on the sign of its profit');
    expect(says([0, 0, 0])).toBe('comes to nothing in every band');
    expect(says([NaN, 0, 3])).toBe("can't be told: no recorded pair says what BTC is worth in EUR");
  });
});

describe('warnings of a strategy', () => {
  const halt: TradingHalt = {
    at: START,
    scope: { of: 'strategy', name: 'btc-maker' },
    state: 'halted',
    cause: 'max-loss',
    reason: 'lost',
    until: undefined,
  };
  const warned = (band: Partial<BandRun>): readonly string[] => runAnswers(recordOf(band)).warnings.fitted;

  it('tell of one that traded next to nothing, of what held it back, and of a limit that stopped it', () => {
    const refusals = { 'btc-maker': { budget: 31, exposure: 1, balance: 57, 'price-grid': 7 } };
    expect(warned({ fills: [fillOf(), fillOf()], refusals, halts: [halt] })).toEqual([
      'btc-maker traded next to nothing, 2 fills (fitted): its figures say little',
      'btc-maker was held back by its limits: budget 31 times, exposure 1 time (fitted)',
      'btc-maker was held back by the wallet: balance 57 times; backtest.balances says what the wallet begins with (fitted)',
      `btc-maker was stopped by a limit at 2026-08-20T06:30:00.000Z (max-loss, halted to the end; fitted)`,
    ]);
  });

  it('tell of one that sold more than it had bought, beyond its budget', () => {
    const fills = Array.from({ length: 12 }, () => fillOf({ side: 'Sell' }));
    const warnedWith = (amount: string, currency: string): readonly string[] => {
      const strategies = [{ name: 'btc-maker', use: 'maker', symbol: 'BTC/EUR', params: {}, budget: { amount, currency } }];
      return runAnswers(recordOf({ fills }, { strategies })).warnings.fitted;
    };
    expect(warnedWith('500', 'EUR')).toEqual([
      'btc-maker had sold up to 600000.00 EUR more than it had bought, and its budget of 500 EUR bounds only what is bought: bound it with risk.maxExposure (fitted)',
    ]);
    expect([warnedWith('600000', 'EUR'), warnedWith('500', 'USD')]).toEqual([[], []]);
  });

  it('are none where it traded freely, and none about the limits of another', () => {
    const fills = Array.from({ length: 12 }, () => fillOf());
    expect(warned({ fills, halts: [{ ...halt, scope: { of: 'strategy', name: 'other' } }] })).toEqual([]);
    expect(warned({ fills, halts: [{ ...halt, scope: { of: 'symbol', name: 'BTC/EUR' } }] })).toHaveLength(1);
  });
});
