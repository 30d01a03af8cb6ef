import { durationText } from '../../base/instant.ts';
import type { Html } from '../../base/html.ts';
import type { RunAnswers, StrategyAnswer } from '../metrics/runAnswers.ts';
import type { StrategyFigures } from '../metrics/strategyFigures.ts';
import { BANDS } from '../runRecord.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';

/** What each strategy came to, with the bands side by side and what they say together. */
export function strategyTable({ strategies, currency }: RunAnswers): Html {
  return reportTable({
    headings: ['Strategy', ...BANDS],
    rows: strategies.flatMap((one) => [{ group: `${one.name}: ${one.says}` }, ...rowsOf(one, currency)]),
    about: `The profit of a strategy is what its fills and conversions have brought, at the last mids and after fees. All of them and what the opening balances gained by themselves make the profit of the run; what a strategy's opening gained stands in both.`,
  });
}

function rowsOf({ bands }: StrategyAnswer, currency: string): ReportRow[] {
  return FIGURES.map(({ label, isMoney, text }) => ({
    heading: isMoney === true ? `${label} (${currency})` : label,
    cells: BANDS.map((band) => text(bands[band])),
  }));
}

interface FigureRow {
  readonly label: string;
  readonly isMoney?: boolean;
  readonly text: (figures: StrategyFigures) => string;
}

const FIGURES: readonly FigureRow[] = [
  { label: 'Profit', isMoney: true, text: ({ profit }) => known(profit?.toNumber(), 2) },
  { label: 'Equity: budget and profit', isMoney: true, text: ({ equity }) => known(equity?.toNumber(), 2) },
  { label: 'Fills', text: ({ fills }) => digits(fills, 0) },
  { label: 'of these as maker', text: ({ makers }) => digits(makers, 0) },
  { label: 'Conversions', text: ({ conversions }) => digits(conversions, 0) },
  { label: 'Traded value', isMoney: true, text: ({ traded }) => known(traded, 2) },
  { label: 'Fees', isMoney: true, text: ({ feesWorth }) => known(feesWorth, 2) },
  { label: '10 s after the fills (bps)', text: ({ slippage10 }) => known(slippage10, 2) },
  { label: 'Average exposure', isMoney: true, text: ({ exposure }) => known(exposure?.average, 2) },
  { label: 'Largest long exposure', isMoney: true, text: ({ exposure }) => known(exposure?.most, 2) },
  { label: 'Largest short exposure', isMoney: true, text: ({ exposure }) => known(exposure?.least, 2) },
  { label: 'Exposure at the end', isMoney: true, text: ({ exposure }) => known(exposure?.end, 2) },
  { label: 'Closed round trips', text: ({ trips }) => digits(trips.count, 0) },
  { label: 'of these won', text: ({ trips }) => digits(trips.won, 0) },
  { label: 'Net of closed round trips', isMoney: true, text: ({ trips }) => known(trips.count === 0 ? NaN : trips.net.value, 2) },
  { label: 'Held for (mean)', text: ({ trips }) => (trips.count === 0 ? '–' : durationText(Math.round(trips.averageHeldMs))) },
  {
    label: 'Refusals',
    text: ({ refusals }) =>
      digits(
        Object.values(refusals).reduce((sum, count) => sum + count, 0),
        0,
      ),
  },
];

function known(value: number | undefined, decimals: number): string {
  return value === undefined || !Number.isFinite(value) ? '–' : digits(value, decimals);
}
