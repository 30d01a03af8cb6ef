import { type Html, html } from '../../base/html.ts';
import type { RunAnswers } from '../metrics/runAnswers.ts';
import { CONTENDERS } from '../shadow/shadowContest.ts';
import { comparisonText } from '../shadow/shadowText.ts';
import { digits } from './figureText.ts';
import { reportTable } from './reportTable.ts';

/** Each strategy beside its shadow. Undefined where none has one. */
export function shadowTable({ shadows, currency }: RunAnswers): Html | undefined {
  if (shadows.length === 0) return undefined;
  const money = (value: number): string => `${digits(value, 2)} ${currency}`;
  return html`<h3>Champion and challenger</h3>
    ${reportTable({
      headings: ['Each alone, fitted', 'Fills', `Profit (${currency})`],
      rows: shadows.flatMap(({ name, champion, profit, fills, comparison }) => [
        { group: `${champion} and its shadow ${name}: ${comparisonText(comparison, money)}` },
        ...CONTENDERS.map((who) => ({
          heading: who === 'champion' ? champion : name,
          cells: [digits(fills[who], 0), digits(profit[who], 2)],
        })),
      ]),
      about:
        'Each of the two alone, with the whole account, in the same fill model on the same books; hours are drawn anew in runs of neighbours, both of the same hour together. The run above knows nothing of the challenger.',
    })}`;
}
