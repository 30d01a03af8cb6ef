import { type Html, html } from '../../base/html.ts';
import { byPeriod, compounded, type DailyReturns, type NoReturns } from '../metrics/dailyReturns.ts';
import { digits } from './figureText.ts';
import { reportTable } from './reportTable.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns by month, one row per year. The colour is stronger the further the return is from zero. */
export function monthTable(daily: DailyReturns | NoReturns): Html {
  if ('because' in daily) return html`<p>No returns: ${daily.because}.</p>`;
  const months = new Map([...byPeriod(daily, 'month')].map(([month, returns]) => [month, compounded(returns)]));
  const most = Math.max(...[...months.values()].map(Math.abs), 1e-9);
  const rows = [...byPeriod(daily, 'year')].map(([year, returns]) => {
    const cells = MONTHS.map((_, at) => monthCell(months.get(`${year}-${String(at + 1).padStart(2, '0')}`), most));
    return { heading: year, cells: [...cells, html`<td class="total">${digits(compounded(returns) * 100, 2)}</td>`] };
  });
  const about = "In percent of the equity at the month's beginning (fitted). The first and the last month may be cut short.";
  return reportTable({ kind: 'months', headings: ['Year', ...MONTHS, 'Total'], rows, about });
}

function monthCell(value: number | undefined, most: number): Html {
  if (value === undefined) return html`<td></td>`;
  const strength = String(Math.round((Math.abs(value) / most) * 45));
  const colour = value < 0 ? 'loss' : 'gain';
  return html`<td style="background:color-mix(in srgb,var(--${colour}) ${strength}%,transparent)">${digits(value * 100, 2)}</td>`;
}
