import { type Html, html } from '../../base/html.ts';
import { durationText } from '../../base/instant.ts';
import type { RoundTrip } from '../metrics/roundTrips.ts';
import type { RunAnswers, StrategyAnswer } from '../metrics/runAnswers.ts';
import { MOST_LISTED } from '../metrics/tripSums.ts';
import { exactText } from './exactText.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { secondText } from './secondText.ts';

/** Round trips of the fitted band: all of them where they are few, else the best and the worst of each strategy. */
export function roundTripTable({ strategies }: RunAnswers): Html {
  const traded = strategies.filter(({ bands: { fitted } }) => fitted.trips.listed.length > 0);
  if (traded.length === 0) return html`<p>No position was opened.</p>`;
  return reportTable({
    headings: ['Opened', 'Closed', 'Held', 'Market', 'Side', 'Amount', 'Entry', 'Exit', 'Gross', 'Fees', 'Net'],
    rows: traded.flatMap((one) => [{ group: headingOf(one) }, ...one.bands.fitted.trips.listed.map(rowOf)]),
    about:
      'Of the fitted band, in the quote currency of each market. What an order closes is matched with the oldest of what is open. One that is open at the end has the last mid as its exit. All of them are in round-trips.csv of each band.',
  });
}

function headingOf({ name, bands: { fitted } }: StrategyAnswer): string {
  const { count, won, lost, open } = fitted.trips;
  const rest = count > MOST_LISTED ? '; the best and the worst' : '';
  return `${name}: ${digits(count, 0)} closed (${digits(won, 0)} won, ${digits(lost, 0)} lost), ${open.length} open${rest}`;
}

function rowOf({ symbol, side, openedAt, closedAt, amount, entry, exit, gross, fees, net }: RoundTrip): ReportRow {
  const held = closedAt === undefined ? '' : durationText(closedAt - openedAt);
  const closed = closedAt === undefined ? 'open' : secondText(closedAt);
  const money = [amount, entry, exit, gross, fees, net].map(exactText);
  return { heading: secondText(openedAt), cells: [closed, held, symbol, side, ...money] };
}
