import { counted } from '../../base/counted.ts';
import type { Instant } from '../../base/instant.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { BandRun, RunManifest, RunRecord } from '../runRecord.ts';
import { type Chart, frame, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { seriesLine } from './equityChart.ts';
import { digits } from './figureText.ts';
import { stretchOf } from './thinnedSeries.ts';

/** For each symbol that was traded or watched, a chart of its mid with the fills and conversions of the fitted band. */
export function priceCharts(record: RunRecord): Chart[] {
  return Object.keys(record.bands.fitted.equity.mids)
    .toSorted()
    .map((symbol, index) => priceChart(record, symbol, `price${index}`));
}

function priceChart({ bands: { fitted }, manifest }: RunRecord, symbol: string, id: string): Chart {
  const mids = fitted.equity.mids[symbol]!;
  const counts: Record<Kind, number> = { buy: 0, sell: 0, into: 0, outOf: 0 };
  for (const { kind } of tradesOf(fitted, symbol)) counts[kind]++;
  const isConverted = counts.into + counts.outOf > 0;
  const known = mids.filter(Number.isFinite);
  const span = known.length === 0 ? 'No mid is known' : `Mid from ${digits(known[0]!, 2)} to ${digits(known.at(-1)!, 2)}`;
  const told = `${counted(counts.buy, 'buy')} and ${counted(counts.sell, 'sell')}${isConverted ? conversionsText(counts, symbol) : ''}`;
  return {
    id,
    title: `Price of ${symbol} with fills${isConverted ? ' and conversions' : ''}`,
    about: `${span}; ${told} (fitted). What is close to each other, of one kind, shares a mark at its average price.`,
    legend: [
      { text: 'mid', colour: '--muted', shape: 'line' },
      { text: 'buy', colour: '--buy', shape: 'up' },
      { text: 'sell', colour: '--sell', shape: 'down' },
      ...(isConverted ? [{ text: 'conversion', colour: '--convert', shape: 'diamond' } as const] : []),
    ],
    tall: 1.15,
    option(isNarrow) {
      const { from, to } = manifest;
      const { buy, sell, into, outOf } = marks(fitted, symbol, manifest, isNarrow);
      const size = isNarrow ? 6 : 7;
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(from, to, isNarrow),
        yAxis: valueAxis(),
        series: [
          seriesLine(fitted.equity, mids, '--muted', isNarrow, { lineStyle: { color: 'var(--muted)', width: 1 } }),
          scatter(buy, '--buy', { symbol: 'triangle', symbolSize: size }),
          scatter(sell, '--sell', { symbol: 'triangle', symbolSize: size, symbolRotate: 180 }),
          ...(isConverted ? [scatter([...into, ...outOf], '--convert', { symbol: 'diamond', symbolSize: size + 4 })] : []),
        ],
      };
    },
  };
}

function conversionsText({ into, outOf }: Readonly<Record<Kind, number>>, symbol: string): string {
  const { base = '' } = currenciesOf(symbol) ?? {};
  return `, ${counted(into, 'conversion')} into ${base} and ${outOf} out of it at their own rates`;
}

type Kind = 'buy' | 'sell' | 'into' | 'outOf';

interface Trade {
  readonly kind: Kind;
  readonly at: Instant;
  /** Quote currency for one unit of base currency. */
  readonly price: number;
}

/** The trades of one symbol. `into` and `outOf` are conversions between its two currencies, whichever way their rate is given. */
function* tradesOf({ fills, conversions }: BandRun, symbol: string): Generator<Trade> {
  for (const { fill } of fills) {
    if (fill.symbol !== symbol) continue;
    yield { kind: fill.side === 'Buy' ? 'buy' : 'sell', at: fill.tradedAt, price: fill.price.toNumber() };
  }
  for (const { fromCurrency, toCurrency, fromAmount, toAmount, executedAt: at } of conversions) {
    if (fromAmount.isZero() || toAmount.isZero()) continue;
    if (symbol === `${toCurrency}/${fromCurrency}`) yield { kind: 'into', at, price: fromAmount.div(toAmount).toNumber() };
    if (symbol === `${fromCurrency}/${toCurrency}`) yield { kind: 'outOf', at, price: toAmount.div(fromAmount).toNumber() };
  }
}

interface Group {
  at: number;
  price: number;
  count: number;
}

/** By kind, the mean of the trades in each interval. */
function marks(band: BandRun, symbol: string, { from, to }: RunManifest, isNarrow: boolean): Record<Kind, [number, number][]> {
  const stretches = Math.round(stretchesOf(isNarrow) / 3);
  const groups: Record<Kind, Map<number, Group>> = { buy: new Map(), sell: new Map(), into: new Map(), outOf: new Map() };
  for (const { kind, at, price } of tradesOf(band, symbol)) {
    const stretch = stretchOf(at, from, to, stretches);
    const group = groups[kind].get(stretch);
    if (group === undefined) groups[kind].set(stretch, { at, price, count: 1 });
    else Object.assign(group, { at: group.at + at, price: group.price + price, count: group.count + 1 });
  }
  const means = (kind: Kind): [number, number][] =>
    [...groups[kind].values()].map(({ at, price, count }) => [Math.round(at / count), price / count]);
  return { buy: means('buy'), sell: means('sell'), into: means('into'), outOf: means('outOf') };
}

function scatter(data: readonly [number, number][], colour: string, parts: object): object {
  return { type: 'scatter', silent: true, itemStyle: { color: `var(${colour})`, opacity: 0.9 }, data, ...parts };
}
