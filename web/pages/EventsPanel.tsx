import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { daemonNow, events } from '../live/told.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Seg } from '../parts/Seg.tsx';
import { momentText } from '../pure/ageText.ts';
import { EVENT_FILTERS, type EventFilter, eventSign, eventText, isShownEvent } from '../pure/eventFilter.ts';
import type { EventRow } from '../pure/toldAfter.ts';

/** What happened, newest first. While somebody points at it or reads it by keyboard, new lines wait. */
export function EventsPanel({
  class: names,
  most,
  search = '',
}: {
  readonly class: string;
  readonly most: number;
  readonly search?: string;
}): JSX.Element {
  const [filter, setFilter] = useState<EventFilter>('all');
  const [isHeld, setHeld] = useState(false);
  const shownUpTo = useRef(0);
  const all = events.value;
  if (!isHeld) shownUpTo.current = all[0]?.id ?? 0;
  const wanted = all.filter((line) => isShownEvent(line, filter, search));
  const shown = wanted.filter(({ id }) => id <= shownUpTo.current).slice(0, most);
  const waiting = wanted.findIndex(({ id }) => id <= shownUpTo.current);
  return (
    <Panel
      title="Events"
      class={names}
      command="sluice events -f"
      end={<Seg name="Show" options={EVENT_FILTERS} value={filter} onChange={setFilter} />}
    >
      {shown.length === 0 ? (
        <Empty title="No such event yet">Fills, refusals, warnings and what people ask for stand here.</Empty>
      ) : (
        <>
          {waiting > 0 && (
            <button type="button" class="btn new" onClick={() => setHeld(false)}>
              {waiting} new
            </button>
          )}
          <ul class="log" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
            {shown.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Line({ line }: { readonly line: EventRow }): JSX.Element {
  const { sign, class: names } = eventSign(line);
  const at = Date.parse(line.at);
  return (
    <li>
      <time dateTime={line.at}>{momentText(at, daemonNow.value ?? at)}</time>
      <span class={names} aria-hidden="true">
        {sign}
      </span>
      <span class="src">{line.strategy ?? line.symbol ?? ''}</span>
      <span class="txt" title={line.text}>
        {eventText(line)}
      </span>
    </li>
  );
}
