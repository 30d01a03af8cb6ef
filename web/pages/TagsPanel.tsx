import type { JSX } from 'preact';
import { useAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Signed } from '../parts/Signed.tsx';
import { quoteOf } from '../pure/atRisk.ts';
import { roundedFigure } from '../pure/figures.ts';
import { shellWord } from '../pure/shellWord.ts';

const EVERY_MS = 5000;

/** What the executions of a strategy came to, by their tags. Nothing before the first one. */
export function TagsPanel({ strategy: name }: { readonly strategy: string }): JSX.Element | null {
  const { value = [] } = useAnswer('strategies.tags', { name }, EVERY_MS);
  if (value.length === 0) return null;
  return (
    <Panel
      title="Profit by tag"
      command={`sluice fills list --strategy ${shellWord(name)}`}
      footer="Since the daemon started. Gross is what they closed, against the average cost of the position; a tag that only opens has none."
    >
      <DataTable
        caption={`Profit of ${name} by tag`}
        rows={value}
        keyOf={({ symbol, tag }) => `${symbol} ${tag ?? ''}`}
        commandOf={() => `sluice fills list --strategy ${shellWord(name)}`}
        exactOf={({ net }) => net}
        columns={[
          { head: 'Tag', class: 'l full', isName: true, cell: ({ tag }) => tag ?? <span class="muted">none</span> },
          { head: 'Pair', class: 'l p2', cell: ({ symbol }) => symbol },
          { head: 'Fills', cell: ({ fills }) => fills },
          { head: 'Value', class: 'p3', cell: ({ value: traded, symbol }) => `${roundedFigure(traded, 2)} ${quoteOf(symbol)}` },
          { head: 'Gross', class: 'p2', cell: ({ gross }) => <Signed value={gross} /> },
          { head: 'Fees', class: 'p2', cell: ({ fees, otherFees }) => feesText(fees, otherFees) },
          { head: 'Net', cell: ({ net }) => <Signed value={net} /> },
        ]}
      />
    </Panel>
  );
}

function feesText(fees: string, others: Readonly<Record<string, string>>): string {
  return [roundedFigure(fees, 2), ...Object.entries(others).map(([currency, fee]) => `${fee} ${currency}`)].join(' + ');
}
