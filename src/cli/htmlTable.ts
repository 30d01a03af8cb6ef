import { html } from '../base/html.ts';
import { plainLine } from '../base/plainText.ts';
import { cellText, titleOf } from './cellText.ts';
import type { Column } from './column.ts';

/** A page with one table, which fetches nothing. */
export function htmlOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heading = columns.map((column) => html`<th>${titleOf(column)}</th>`);
  const lines = rows.map(
    (row) =>
      html`<tr>
        ${columns.map((column) => html`<td>${plainLine(cellText(column, row))}</td>`)}
      </tr> `,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>sluice</title>
      </head>
      <body>
        <table>
          <thead>
            <tr>
              ${heading}
            </tr>
          </thead>
          <tbody>
            ${lines}
          </tbody>
        </table>
      </body>
    </html> `;
  return `${page.html.trimEnd()}\n`;
}
