import type { JSX } from 'preact';
import { status } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ageText, momentText, timeText } from '../pure/ageText.ts';
import { shellWord } from '../pure/shellWord.ts';
import { evidenceRows, type EvidenceRow, phasesOf, stepsOf, type Unknown } from '../pure/unknownOutcome.ts';

const SPEAKS = { placed: ['call', '▲'], 'not placed': ['ok', '✓'], neither: ['plain', '○'] } as const;

/** What each list says of an unknown outcome, and until when it could still happen. */
export function EvidencePanel({ row, now }: { readonly row: Unknown; readonly now: number }): JSX.Element {
  const { id, kind, look } = row;
  const age = look === undefined ? '' : `Read ${ageText(now - Date.parse(look.at))} ago, again and again until it is settled.`;
  return (
    <Panel title="What the lists say" class="" command={`sluice why ${shellWord(id)}`} footer={age}>
      <Phases row={row} now={now} />
      {look === undefined ? (
        <Empty title="No list was read completely since">Nothing is concluded from a list that is not whole.</Empty>
      ) : (
        <DataTable
          caption="What each list says, and what that speaks for"
          rows={evidenceRows({ kind, look })}
          keyOf={({ asked }) => asked}
          exactOf={({ says }) => says}
          columns={[
            { head: 'Asked', class: 'l full', isName: true, cell: ({ asked }) => asked },
            { head: 'Says', class: 'l wrap full', cell: ({ says }) => says },
            { head: 'Speaks for', class: 'l', cell: (one) => <Speaks row={one} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function Speaks({ row: { speaksFor } }: { readonly row: EvidenceRow }): JSX.Element {
  const [kind, sign] = SPEAKS[speaksFor];
  return (
    <Badge kind={kind} sign={sign}>
      {speaksFor}
    </Badge>
  );
}

const PHASE_SIGNS = { over: '✓', now: '▶', ahead: '○' } as const;

function Phases({ row, now }: { readonly row: Unknown; readonly now: number }): JSX.Element | null {
  const phases = phasesOf(row, now);
  if (phases.length === 0) return null;
  return (
    <ol class="phases" aria-label="When it could still happen">
      {phases.map(({ name, from, to, state }) => (
        <li key={name} class={state} style={{ '--w': to - from }}>
          <b>
            <span aria-hidden="true">{PHASE_SIGNS[state]}</span> {name}
          </b>
          <span class="muted">
            until {timeText(to)}
            {state === 'over' ? ', over' : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What was done about it so far, and what stays reserved until it is known. */
export function StepsPanel({ row, now }: { readonly row: Unknown; readonly now: number }): JSX.Element {
  const { id, strategy, lane, atRisk, request } = row;
  const refused = status.value?.refusals[strategy]?.['lane'] ?? 0;
  const kept: readonly (readonly [string, string])[] = [
    ['Counts as exposure', atRisk ?? 'not told'],
    ['Lane', `${lane}, no new risk`],
    ['Refused because of shut lanes', `${refused} wishes of ${strategy} since the start`],
    ['Profit and loss', 'not touched'],
  ];
  return (
    <Panel title="What was done, and what is reserved" class="c12" command={`sluice why ${shellWord(id)}`}>
      <DataTable
        caption="What was done about it, oldest first"
        rows={stepsOf(row)}
        keyOf={({ what }) => what}
        exactOf={({ detail }) => detail}
        columns={[
          { head: 'Time', class: 'l', cell: ({ at }) => (at === undefined ? '' : momentText(Date.parse(at), now)) },
          { head: 'Step', class: 'l', isName: true, cell: ({ what }) => what },
          { head: 'What', class: 'l wrap full', cell: ({ detail }) => detail },
        ]}
      />
      <div class="body">
        <dl class="kv">
          {kept.map(([name, text]) => (
            <>
              <dt key={name}>{name}</dt>
              <dd>{text}</dd>
            </>
          ))}
        </dl>
        {request !== undefined && (
          <details>
            <summary>The request, as it went out</summary>
            <p class="id wrapped">{request.body}</p>
            <p class="id wrapped muted">sha256 {request.hash}</p>
          </details>
        )}
      </div>
    </Panel>
  );
}
