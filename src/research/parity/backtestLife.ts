import { type Decimal, dec } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';
import { backtest } from '../backtest/backtest.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import { LifeRecorder } from './lifeRecorder.ts';
import type { ParityLife } from './parityLife.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { parityFill } from './sessionLife.ts';

export interface BacktestLife {
  /** What the fitted band did. */
  readonly life: ParityLife;
  /** The number of fills, by band. */
  readonly fills: Readonly<Record<Band, number>>;
}

/** The part of a line in a run's events that parity uses (research/backtest/eventLine.ts). Money is text. */
interface Line {
  readonly at: Instant;
  readonly type: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly order?: string;
  readonly side: Side;
  readonly price?: string;
}

/**
 * Runs the backtest and collects what the strategies did in it. `marks` are the prices at which fees in base currency are valued.
 */
export function backtestLife(options: BacktestOptions, marks: ReadonlyMap<string, Decimal>, from: Instant, to: Instant): BacktestLife {
  const recorder = new LifeRecorder(from);
  const { bands } = backtest(options, {
    event: (band, text) => {
      if (band === 'fitted') told(recorder, JSON.parse(text) as Line);
    },
  });
  for (const { fill, mid } of bands.fitted.fills) recorder.fill(parityFill(fill, mid ?? marks.get(fill.symbol) ?? fill.price));
  const fills = Object.fromEntries(BANDS.map((band) => [band, bands[band].fills.length])) as Record<Band, number>;
  return { life: recorder.life(from, to), fills };
}

function told(recorder: LifeRecorder, line: Line): void {
  const { at, type, strategy, symbol, side, order = '' } = line;
  const price = line.price === undefined ? undefined : dec(line.price);
  switch (type) {
    case 'place':
      recorder.place(at, order, { strategy, symbol, side, price });
      // The venue will refuse it, so it gets no id and never rests.
      if (line.order === undefined) recorder.end(at, order);
      return;
    case 'replace':
      recorder.replace(at, order, { strategy, symbol, side, price });
      return;
    case 'cancel':
      recorder.cancel(at, order, { strategy, symbol });
      return;
    case 'order-closed':
      recorder.end(at, order);
      return;
    default:
  }
}
