import { type Html, html } from '../../base/html.ts';

/** A row: either a heading with its cells, each as text or as a whole `<td>`, or a heading for the rows that follow. */
export type ReportRow = { readonly heading: string | Html; readonly cells: readonly (string | Html)[] } | { readonly group: string };

interface ReportTable {
  /** The headings of the columns, that of the row headings first. */
  readonly headings: readonly string[];
  readonly rows: readonly ReportRow[];
  /** A remark that is shown under the table. */
  readonly about?: string;
  readonly kind?: 'bands' | 'metrics' | 'months' | 'pairs';
}

/** A table that scrolls by itself where the page is too narrow for it. */
export function reportTable({ headings, rows, about, kind }: ReportTable): Html {
  const label = about ?? headings.join(', ');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table class="${kind ?? 'plain'}">
        <thead>
          <tr>
            ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => rowOf(row, headings.length))}
        </tbody>
      </table>
    </div>
    ${about === undefined ? undefined : html`<p class="note">${about}</p>`}`;
}

function rowOf(row: ReportRow, columns: number): Html {
  if ('group' in row)
    return html`<tr>
      <th class="group" scope="col" colspan="${String(columns)}">${row.group}</th>
    </tr>`;
  const cells = row.cells.map((cell) => (typeof cell === 'string' ? html`<td>${cell}</td>` : cell));
  return html`<tr>
    <th scope="row">${row.heading}</th>
    ${cells}
  </tr>`;
}
