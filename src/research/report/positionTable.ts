import { type Html, html } from '../../base/html.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { reportTable } from './reportTable.ts';

/** What each strategy held of each symbol. */
export function positionTable({ positions }: Metrics): Html {
  if (positions.length === 0) return html``;
  return reportTable({
    headings: ['Strategy, symbol', 'Most long', 'Most short', 'At the end'],
    rows: positions.map(({ strategy, symbol, long, short, end }) => ({
      heading: `${strategy}, ${symbol}`,
      cells: [long, short, end].map((amount) => amount.toFixed()),
    })),
    about:
      'The opening of the strategy and what it bought less sold since, by conversions too; in the base currency, fees in it taken off (fitted).',
  });
}
