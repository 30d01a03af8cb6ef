import type { Html } from '../../base/html.ts';
import { DRAWN_FIGURES, drawnIntervals } from '../metrics/drawnFigures.ts';
import { figureNamed, type Metrics } from '../metrics/metrics.ts';
import type { RunRecord } from '../runRecord.ts';
import { figureLabel, figureText } from './figureText.ts';
import { reportTable } from './reportTable.ts';

/** How certain the fitted band is. Undefined where nothing was drawn. */
export function drawsTable({ draws, manifest }: Pick<RunRecord, 'draws' | 'manifest'>, fitted: Metrics): Html | undefined {
  const intervals = drawnIntervals(draws);
  if (intervals === undefined) return undefined;
  return reportTable({
    headings: ['Fitted, drawn anew', '5 % lie below', 'fitted', '5 % lie above'],
    rows: DRAWN_FIGURES.map((name) => {
      const figure = figureNamed(fitted, name)!;
      const interval = intervals[name];
      const values = [interval?.low ?? null, figure.value, interval?.high ?? null];
      const texts = values.map((value) => figureText({ value, unit: figure.unit }));
      return { heading: figureLabel(figure, manifest.currency), cells: texts };
    }),
    about: `${draws.length} runs of the fitted band, each with other sweeps, places in the queue, latencies and order of events within a poll, and with other takers that know where the price stands in the next half minute: what nobody can know. Nine of ten lie between the two, and the fitted run may lie beside them, since it knows nothing of such takers. The interval is meant for an account of several strategies: of one by itself it held the truth in 33 to 99 of 100 markets where that is known.`,
  });
}
