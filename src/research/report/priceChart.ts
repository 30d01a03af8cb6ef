import type { Side } from '../../model/grid.ts';
import type { RunFillList, RunRecord } from '../runRecord.ts';
import { type Chart, frame, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { seriesLine } from './equityChart.ts';
import { digits } from './figureText.ts';
import { stretchOf } from './thinnedSeries.ts';

/** The mid of one symbol with the fills of the fitted band on it; a chart for each symbol that was traded or watched. */
export function priceCharts(record: RunRecord): Chart[] {
  return Object.keys(record.bands.fitted.equity.mids)
    .toSorted()
    .map((symbol, index) => priceChart(record, symbol, `price${index}`));
}

function priceChart({ bands, manifest }: RunRecord, symbol: string, id: string): Chart {
  const { equity, fills } = bands.fitted;
  const mids = equity.mids[symbol]!;
  const counts = { Buy: 0, Sell: 0 };
  for (const { fill } of fills) if (fill.symbol === symbol) counts[fill.side]++;
  const known = mids.filter(Number.isFinite);
  const span = known.length === 0 ? 'No mid is known' : `Mid from ${digits(known[0]!, 2)} to ${digits(known.at(-1)!, 2)}`;
  return {
    id,
    title: `Price of ${symbol} with fills`,
    about: `${span}; ${counts.Buy} buys and ${counts.Sell} sells (fitted). Fills close to each other share a mark, at their average price.`,
    legend: [
      { text: 'mid', colour: '--muted', shape: 'line' },
      { text: 'buy', colour: '--buy', shape: 'up' },
      { text: 'sell', colour: '--sell', shape: 'down' },
    ],
    tall: 1.15,
    option(isNarrow) {
      const { from, to } = manifest;
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(from, to, isNarrow),
        yAxis: valueAxis(),
        series: [
          seriesLine(equity, mids, '--muted', isNarrow, { lineStyle: { color: 'var(--muted)', width: 1 } }),
          marks(fills, symbol, 'Buy', from, to, isNarrow),
          marks(fills, symbol, 'Sell', from, to, isNarrow),
        ],
      };
    },
  };
}

function marks(fills: RunFillList, symbol: string, side: Side, from: number, to: number, isNarrow: boolean): object {
  const isBuy = side === 'Buy';
  const groups = new Map<number, { at: number; price: number; count: number }>();
  const stretches = Math.round(stretchesOf(isNarrow) / 3);
  for (const { fill } of fills) {
    if (fill.side !== side || fill.symbol !== symbol) continue;
    const key = stretchOf(fill.tradedAt, from, to, stretches);
    const group = groups.get(key) ?? { at: 0, price: 0, count: 0 };
    groups.set(key, { at: group.at + fill.tradedAt, price: group.price + fill.price.toNumber(), count: group.count + 1 });
  }
  return {
    type: 'scatter',
    symbol: 'triangle',
    symbolRotate: isBuy ? 0 : 180,
    symbolSize: isNarrow ? 6 : 7,
    silent: true,
    itemStyle: { color: `var(${isBuy ? '--buy' : '--sell'})`, opacity: 0.9 },
    data: [...groups.values()].map(({ at, price, count }) => [Math.round(at / count), price / count]),
  };
}
