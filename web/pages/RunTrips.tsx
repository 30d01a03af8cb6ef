import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useOneAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Seg } from '../parts/Seg.tsx';
import { Signed } from '../parts/Signed.tsx';
import { isNarrow } from '../live/isNarrow.ts';
import { ageText, dayTimeText } from '../pure/ageText.ts';
import { groupedFigure, shortFigure } from '../pure/figures.ts';
import type { Run } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';

const [MANY, FEW] = [50, 8];
const BANDS = [
  ['pessimistic', 'pessimistic'],
  ['fitted', 'fitted'],
  ['optimistic', 'optimistic'],
] as const;
type Band = (typeof BANDS)[number][0];

/** The round trips of a run, page by page. */
export function RunTrips({ run: { id } }: { readonly run: Run }): JSX.Element {
  const [band, setBand] = useState<Band>('fitted');
  const [from, setFrom] = useState(0);
  const [limit] = useState(() => (isNarrow() ? FEW : MANY));
  const { value, failure, isAsking } = useOneAnswer('runs.trips', { id, band, from, limit });
  const trips = value?.trips ?? [];
  const choose = (next: Band): void => {
    setBand(next);
    setFrom(0);
  };
  return (
    <Panel
      title="Round trips"
      command={`sluice report open ${shellWord(id)}`}
      end={<Seg name="Band" options={BANDS} value={band} onChange={choose} />}
    >
      {trips.length === 0 ? (
        <Empty title={failure ?? (isAsking ? 'Reading the round trips …' : 'No round trip')}>
          A position that was opened and closed is one.
        </Empty>
      ) : (
        <DataTable
          caption={`Round trips of the ${band} band, oldest first`}
          rows={trips}
          keyOf={({ number }) => String(number)}
          exactOf={({ net, quote }) => `${net} ${quote}`}
          columns={[
            {
              head: 'Opened',
              class: 'l',
              isName: true,
              cell: ({ openedAt }) => <time dateTime={openedAt}>{dayTimeText(Date.parse(openedAt))}</time>,
            },
            { head: 'Strategy', class: 'l p2 name', cell: ({ strategy }) => strategy },
            { head: 'What', class: 'l', cell: ({ side, symbol }) => `${side} ${symbol}` },
            { head: 'Amount', class: 'p2', cell: ({ amount }) => <Short value={amount} /> },
            { head: 'In', class: 'p2', cell: ({ entry }) => <Short value={entry} /> },
            { head: 'Out', class: 'p2', cell: ({ exit }) => <Short value={exit} /> },
            { head: 'Held', class: 'p3', cell: ({ heldMs }) => (heldMs === undefined ? 'open' : ageText(heldMs)) },
            { head: 'Fees', class: 'p3', cell: ({ fees }) => <Short value={fees} /> },
            { head: 'Net', cell: ({ net, quote }) => [<Signed key="net" value={net} />, ` ${quote}`] },
            {
              head: 'Tag',
              class: 'l p3',
              cell: ({ entryTag, exitTag }) => [entryTag, exitTag].filter((tag) => tag !== undefined).join(' → '),
            },
          ]}
        />
      )}
      <div class="body buttons">
        <button type="button" class="btn" disabled={from === 0 || isAsking} onClick={() => setFrom(Math.max(0, from - limit))}>
          Earlier ones
        </button>
        <button type="button" class="btn" disabled={value?.isMore !== true || isAsking} onClick={() => setFrom(from + limit)}>
          Later ones
        </button>
      </div>
    </Panel>
  );
}

function Short({ value }: { readonly value: string }): JSX.Element {
  return <span title={groupedFigure(value)}>{shortFigure(value)}</span>;
}
