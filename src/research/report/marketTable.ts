import type { Html } from '../../base/html.ts';
import type { RunAnswers } from '../metrics/runAnswers.ts';
import type { MarketFigures, StrategyFigures } from '../metrics/strategyFigures.ts';
import { exactText } from './exactText.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';

/** Each market of each strategy, in its own quote currency. */
export function marketTable({ strategies, currency }: RunAnswers): Html {
  return reportTable({
    headings: [
      'Market',
      'Fills',
      'Conversions',
      'Position',
      'Average price',
      'Gross',
      'Fees',
      'Realised',
      'Unrealised',
      'Profit',
      `Worth (${currency})`,
      'Refusals',
    ],
    rows: strategies.flatMap(({ name, bands }) => [{ group: name }, ...rowsOf(bands.fitted)]),
    about:
      'Of the fitted band, in the quote currency of each market, as `sluice status` counts it: gross against the average cost, realised after fees, unrealised at the last mid. Positions begin with the opening of the strategy, mostly with nothing.',
  });
}

function rowsOf({ markets, otherConversions }: StrategyFigures): ReportRow[] {
  const others = { heading: 'other currencies', cells: ['', digits(otherConversions, 0), ...Array.from({ length: 9 }, () => '')] };
  return [...markets.map(rowOf), ...(otherConversions === 0 ? [] : [others])];
}

function rowOf({ symbol, quote, fills, conversions, position, unrealised, profit, worth, refusals }: MarketFigures): ReportRow {
  const { amount, averagePrice, gross, fees, realised } = position;
  const count = Object.values(refusals).reduce((sum, each) => sum + each, 0);
  return {
    heading: symbol,
    cells: [
      digits(fills, 0),
      digits(conversions, 0),
      exactText(amount),
      exactText(averagePrice),
      exactText(gross),
      exactText(fees),
      exactText(realised),
      exactText(unrealised),
      profit === undefined ? '–' : `${exactText(profit)} ${quote}`,
      exactText(worth),
      digits(count, 0),
    ],
  };
}
