import type { JSX } from 'preact';
import { place } from '../live/place.ts';
import { daemonNow, status, waiting } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ageText } from '../pure/ageText.ts';
import { addressOf } from '../pure/routes.ts';
import type { Waiting as WaitingItem } from '../pure/waiting.ts';

const BADGES = {
  unknown: ['call', '◆', 'Unknown'],
  stop: ['bad', '■', 'Stopped'],
  look: ['call', '▲', 'Look'],
} as const;

/** Everything that a person has to decide or to look at, with the way to do it. */
export function Waiting(): JSX.Element {
  const items = waiting.value;
  return (
    <Panel title="Waiting for you" command="sluice events --level warn --since 24h">
      {items.length === 0 ? (
        <Empty title={status.value === undefined ? 'Not told yet' : 'Nothing waits for you'}>
          Unknown outcomes, halts and differences would stand here.
        </Empty>
      ) : (
        <ul class="wait">
          {items.map((item) => (
            <Item key={`${item.title} ${item.since}`} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ item: { kind, title, detail, since, command, page } }: { readonly item: WaitingItem }): JSX.Element {
  const [badge, sign, word] = BADGES[kind];
  const age = since === undefined || daemonNow.value === undefined ? '' : ageText(daemonNow.value - Date.parse(since));
  return (
    <li>
      <Badge kind={badge} sign={sign}>
        {word}
      </Badge>
      <p>
        <b>{title}</b> <span class="muted">{detail}</span>
      </p>
      <span class="age">{age}</span>
      {isDecidedElsewhere(page) ? (
        <a class="btn" href={addressOf({ page })}>
          {page === 'unresolved' ? 'Decide' : 'Look'}
        </a>
      ) : (
        <Command text={command} />
      )}
    </li>
  );
}

/** Whether another page than the open one decides it. */
function isDecidedElsewhere(page: WaitingItem['page']): boolean {
  return page !== place.value.page && (page === 'unresolved' || page === 'strategies' || page === 'treasury');
}
