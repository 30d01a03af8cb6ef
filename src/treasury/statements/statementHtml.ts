import { counted } from '../../base/counted.ts';
import { type Html, html } from '../../base/html.ts';
import { plainLine } from '../../base/plainText.ts';
import { CLASSES, type CurrencyStatement, type Statement } from './statement.ts';
import { summaryRows } from './summaryRows.ts';

/** For the screen, light and dark, and for paper: each currency begins on a page of its own. */
const STYLE = `
:root{color-scheme:light dark}
body{max-width:960px;margin:24px auto;padding:0 20px;font:15px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;margin:12px 0 28px;font-size:.9rem}
th,td{padding:4px 8px;text-align:left;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap}
.open{color:#c2331e;font-weight:600}
@media print{h2{break-before:page}h2:first-of-type{break-before:auto}thead{display:table-header-group}}
`;

/** The statement as one page, which fetches nothing. The same statement gives the same bytes. */
export function statementHtml(statement: Statement): string {
  const { month, zone, currencies } = statement;
  const title = `Statement ${month} (${zone})`;
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${currencies.map((currency) => section(statement, currency))}
      </body>
    </html>`.html
  }\n`;
}

function section(statement: Statement, currency: CurrencyStatement): Html {
  const rows = summaryRows(statement, currency).map(
    ({ label, count, gained, lost, amount, isOpen }) =>
      html`<tr class="${isOpen ? 'open' : ''}">
        <th scope="row">${label}</th>
        ${number(count?.toString())}${number(gained?.toFixed())}${number(lost?.toFixed())}${number(amount.toFixed())}
      </tr> `,
  );
  return html`<h2>${currency.currency}</h2>
    <table>
      <thead>
        <tr>
          <th></th>
          <th class="n">Count</th>
          <th class="n">In</th>
          <th class="n">Out</th>
          <th class="n">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${currency.lines.length === 0 ? undefined : lineTable(currency)}`;
}

function lineTable({ lines }: CurrencyStatement): Html {
  const rows = lines.map(
    ({ day, cause, id, count, amount, balance, note }) =>
      html`<tr>
        <td>${day}</td>
        <td>${CLASSES[cause]}</td>
        <td>${plainLine(id ?? counted(count, 'execution'))}</td>
        ${number(amount.toFixed())}${number(balance.toFixed())}
        <td>${plainLine(note ?? '')}</td>
      </tr> `,
  );
  return html`<table>
    <thead>
      <tr>
        <th>Day</th>
        <th>Class</th>
        <th>What</th>
        <th class="n">Amount</th>
        <th class="n">Balance</th>
        <th>Note</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table> `;
}

function number(text: string | undefined): Html {
  return html`<td class="n">${text}</td>`;
}
