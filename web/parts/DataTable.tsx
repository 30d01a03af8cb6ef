import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { steadyRows, type SteadyRows } from '../pure/steadyRows.ts';

export interface Column<Row> {
  readonly head: string;
  /** `l` left, `p4`, `p3` and `p2` go first where there is no room, `name` is broken anywhere, `full` has a line of its own on a telephone. */
  readonly class?: string;
  /** The name of the row: a `th`. */
  readonly isName?: boolean;
  /** Its head is for screen readers only. Such a column has buttons: it stays in sight whatever stands beside it. */
  readonly isSilent?: boolean;
  readonly cell: (row: Row, isGone: boolean) => ComponentChildren;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The command that `c` copies on the row. */
  readonly commandOf?: (row: Row) => string;
  /** The exact value that `y` copies on the row. */
  readonly exactOf?: (row: Row) => string;
  readonly foot?: ComponentChildren;
}

/** A real table: its rows keep their places while somebody points at them, and can be walked through by `j` and `k`. */
export function DataTable<Row>({ caption, columns, rows, keyOf, commandOf, exactOf, foot }: DataTableProps<Row>): JSX.Element {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const before = useRef<SteadyRows<Row> | undefined>(undefined);
  const steady = steadyRows(before.current, rows, keyOf, isPointed || isFocused);
  before.current = steady;
  return (
    <div class="scroll" onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
      <table
        class={columns.some(({ isSilent }) => isSilent === true) ? 'cards acting' : 'cards'}
        role="table"
        onFocusIn={() => setFocused(true)}
        onFocusOut={({ currentTarget, relatedTarget }) =>
          setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
      >
        <caption class="sr">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, class: names = '', isSilent }) => (
              <th key={head} scope="col" role="columnheader" class={isSilent === true ? `${names} press` : names}>
                {isSilent === true ? <span class="sr">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {steady.shown.map(({ key, row, isGone }) => (
            <tr
              key={key}
              role="row"
              tabIndex={-1}
              data-row
              data-command={commandOf?.(row)}
              data-exact={exactOf?.(row)}
              data-gone={isGone ? '' : undefined}
            >
              {columns.map(({ head, class: names = '', isName, isSilent, cell }) =>
                isName === true ? (
                  <th key={head} scope="row" role="rowheader" class={names}>
                    {cell(row, isGone)}
                  </th>
                ) : (
                  <td
                    key={head}
                    role="cell"
                    class={isSilent === true ? `${names} press` : names}
                    data-l={isSilent === true ? undefined : head}
                  >
                    {cell(row, isGone)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foot !== undefined && <tfoot role="rowgroup">{foot}</tfoot>}
      </table>
      {steady.waiting > 0 && <p class="waiting">{steady.waiting} new, shown when you leave the table</p>}
    </div>
  );
}
