import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { decideRefusal } from '../live/actions.ts';
import { canSend, daemonNow, status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Panel } from '../parts/Panel.tsx';
import { WhyLink } from '../parts/WhyLink.tsx';
import { Search } from '../parts/Search.tsx';
import { momentText } from '../pure/ageText.ts';
import { containsAll } from '../pure/eventFilter.ts';
import { refusalTotals } from '../pure/refusalTotals.ts';
import { shellWord } from '../pure/shellWord.ts';

const EVERY_MS = 2000;
const MOST = 200;
const REFUSALS = 'sluice events --kind refused,intent-refused,intent-not-sent';
const BY = { rule: 'own rule', venue: 'venue', 'not-sent': 'not sent' } as const;

/** What was refused, by whom, and why; and what was learned of the venue's refusals. */
export function Refusals(): JSX.Element {
  const { value, failure } = useAnswer('refusals.list', { limit: MOST }, EVERY_MS);
  const [search, setSearch] = useState('');
  const rows = (value?.lines ?? []).filter(({ strategy, symbol, rule, message, by }) =>
    containsAll([strategy ?? '', symbol ?? '', rule, message, BY[by]].join(' '), search),
  );
  const totals = value === undefined ? [] : refusalTotals(value);
  return (
    <>
      <div class="title">
        <h1>Refusals</h1>
      </div>
      <div class="grid">
        <Panel title="What was refused" class="c8" command={REFUSALS} end={<Search value={search} onChange={setSearch} />}>
          {rows.length === 0 ? (
            <Empty title={failure ?? (value === undefined ? 'Not told yet' : 'Nothing was refused')}>
              What our own rules or the venue refuse stands here, with the reason.
            </Empty>
          ) : (
            <DataTable
              caption="Refusals, newest first"
              rows={rows}
              keyOf={({ at, rule, intentId, message }) => `${at} ${rule} ${intentId ?? message}`}
              commandOf={({ intentId }) => (intentId === undefined ? REFUSALS : `sluice why ${shellWord(intentId)}`)}
              exactOf={({ message }) => message}
              columns={[
                { head: 'Time', class: 'l', isName: true, cell: ({ at }) => momentText(Date.parse(at), daemonNow.value ?? Date.parse(at)) },
                { head: 'By', class: 'l', cell: ({ by, rule }) => `${BY[by]}: ${rule}` },
                {
                  head: 'Whose',
                  class: 'l p2',
                  cell: ({ strategy, symbol }) => [strategy, symbol].filter((text) => text !== undefined).join(' '),
                },
                { head: 'Reason', class: 'l wrap full', cell: ({ message }) => message },
                {
                  head: 'Story',
                  isSilent: true,
                  class: 'full',
                  cell: ({ intentId, message }) => (intentId === undefined ? null : <WhyLink id={intentId} of={message} />),
                },
              ]}
            />
          )}
        </Panel>
        <Panel title="Since the start" class="c4" command={REFUSALS}>
          {totals.length === 0 ? (
            <Empty title="None" />
          ) : (
            <DataTable
              caption="Refusals by strategy, and by the rule or the venue"
              rows={totals}
              keyOf={({ by, strategy, rule }) => `${by} ${strategy} ${rule}`}
              columns={[
                { head: 'Strategy', class: 'l name', isName: true, cell: ({ strategy }) => strategy },
                { head: 'By', class: 'l wrap', cell: ({ by, rule }) => `${BY[by]}: ${rule}` },
                { head: 'Times', cell: ({ count }) => count },
              ]}
            />
          )}
        </Panel>
        <Learned />
      </div>
    </>
  );
}

function Learned(): JSX.Element {
  const learned = status.value?.learned;
  const rows = learned?.refusals ?? [];
  return (
    <Panel title="Learned of the venue" command="sluice refusals list" footer={learned?.trouble}>
      {rows.length === 0 ? (
        <Empty title="Nothing was learned yet">Refusals in the venue’s own words that were proven stand here.</Empty>
      ) : (
        <DataTable
          caption="Refusals that were learned"
          rows={rows}
          keyOf={({ id }) => id}
          commandOf={({ id, state }) => `sluice refusals ${state === 'learned' ? 'revoke' : 'allow'} ${shellWord(id)}`}
          exactOf={({ answer }) => answer}
          columns={[
            { head: 'Answer', class: 'l wrap full', isName: true, cell: ({ answer }) => answer },
            { head: 'To', class: 'l', cell: ({ request }) => request },
            {
              head: 'State',
              class: 'l',
              cell: ({ state }) => (
                <Badge
                  kind={state === 'disproved' ? 'bad' : state === 'learned' ? 'ok' : 'plain'}
                  sign={state === 'disproved' ? '■' : state === 'learned' ? '●' : '○'}
                >
                  {state}
                </Badge>
              ),
            },
            {
              head: 'Actions',
              isSilent: true,
              class: 'full',
              cell: (row, isGone) => <Decide row={row} isDisabled={isGone || !canSend.value} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Decide({
  row: { id, state },
  isDisabled,
}: {
  readonly row: { readonly id: string; readonly state: string };
  readonly isDisabled: boolean;
}): JSX.Element | null {
  if (state === 'counting') return null;
  const verdict = state === 'revoked' ? 'allow' : 'revoke';
  return (
    <Hold isSafe isDisabled={isDisabled} label={`Hold to ${verdict} ${id}`} onHeld={() => decideRefusal(id, verdict)}>
      {verdict === 'allow' ? 'Allow' : 'Revoke'}
    </Hold>
  );
}
