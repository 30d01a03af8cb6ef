import { ZERO } from '../../base/decimal.ts';
import { type Html, html } from '../../base/html.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { reportTable } from './reportTable.ts';

/** Fees by currency, exact. */
export function feesTable(metrics: Readonly<Record<Band, Metrics>>): Html {
  const currencies = [...new Set(BANDS.flatMap((band) => Object.keys(metrics[band].fees)))].toSorted();
  if (currencies.length === 0) return html`<p>No fee was paid.</p>`;
  return reportTable({
    headings: ['Fees paid in', ...BANDS],
    rows: currencies.map((currency) => ({
      heading: currency,
      cells: BANDS.map((band) => (metrics[band].fees[currency] ?? ZERO).toFixed()),
    })),
  });
}
