import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useOneAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { isNarrow } from '../live/isNarrow.ts';
import { dayTimeText } from '../pure/ageText.ts';
import { runEventText } from '../pure/runEventText.ts';
import type { Run } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';

const [MANY, FEW] = [25, 8];
/** Nothing is asked for while the slider is on its way. */
const SETTLED_MS = 250;

/** A slider over the time of a run, with what happened from there on. The same time is marked in the charts. */
export function RunEvents({ run: { id, from, to }, onMark }: { readonly run: Run; readonly onMark: (at: number) => void }): JSX.Element {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const [at, setAt] = useState(first);
  const [asked, setAsked] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(at), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const [limit] = useState(() => (isNarrow() ? FEW : MANY));
  const { value, failure, isAsking } = useOneAnswer('runs.events', { id, at: new Date(asked).toISOString(), limit });
  const goTo = (time: number): void => {
    setAt(time);
    onMark(time);
  };
  const events = value ?? [];
  const next = events.at(-1);
  return (
    <Panel
      title="What happened"
      command={`sluice report open ${shellWord(id)}`}
      footer={`Of the fitted band; all of it is in fitted/events.jsonl of the run.`}
    >
      <div class="body slider">
        <label for="run-time">From {dayTimeText(at)}</label>
        <input
          id="run-time"
          type="range"
          min={first}
          max={last}
          step={Math.max(1, Math.round((last - first) / 1000))}
          value={at}
          aria-valuetext={dayTimeText(at)}
          onInput={({ currentTarget }) => goTo(Number(currentTarget.value))}
        />
        <button
          type="button"
          class="btn"
          disabled={next === undefined || isAsking}
          onClick={() => goTo(Math.min(last, Date.parse(next!.at) + 1))}
        >
          Go on
        </button>
      </div>
      {events.length === 0 ? (
        <Empty title={failure ?? (isAsking ? 'Reading the events …' : 'Nothing more happened')} />
      ) : (
        <DataTable
          caption="Events from that time on"
          rows={events.map((event, n) => ({ ...event, key: `${event.at} ${n}` }))}
          keyOf={({ key }) => key}
          exactOf={({ text }) => text}
          columns={[
            {
              head: 'Time',
              class: 'l',
              isName: true,
              cell: (event) => <time dateTime={event.at}>{dayTimeText(Date.parse(event.at))}</time>,
            },
            { head: 'What', class: 'l', cell: ({ type }) => type },
            { head: 'Details', class: 'l wrap full', cell: (event) => runEventText(event) },
          ]}
        />
      )}
    </Panel>
  );
}
