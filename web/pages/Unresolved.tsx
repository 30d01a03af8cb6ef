import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { resolveIntent } from '../live/actions.ts';
import { canSend, daemonNow } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ageText, momentText } from '../pure/ageText.ts';
import { isTypedAmount } from '../pure/typedAmount.ts';
import { WhyLink } from '../parts/WhyLink.tsx';
import { notYetText, type Unknown } from '../pure/unknownOutcome.ts';
import { EvidencePanel, StepsPanel } from './UnknownEvidence.tsx';
import { Waiting } from './Waiting.tsx';
import { shortId } from '../pure/shortId.ts';
import { shellWord } from '../pure/shellWord.ts';

const EVERY_MS = 2000;

/** Requests of which nobody knows what came of them: evidence, and what a person may decide. */
export function Unresolved(): JSX.Element {
  const { value, failure } = useAnswer('unresolved.list', {}, EVERY_MS);
  // A request that is on its way has an outcome that is only not there yet.
  const rows = (value ?? []).filter(({ state }) => state !== 'sending');
  return (
    <>
      <div class="title">
        <h1>Unresolved</h1>
      </div>
      <div class="grid">
        {rows.length === 0 ? (
          <Panel title="Unknown outcomes" command="sluice orders unresolved">
            <Empty title={failure ?? (value === undefined ? 'Not told yet' : 'Every outcome is known')}>
              A request whose answer never came would stand here, with the evidence and what you may decide.
            </Empty>
          </Panel>
        ) : (
          rows.map((row) => <OneUnknown key={row.id} row={row} />)
        )}
        <Waiting />
      </div>
    </>
  );
}

function OneUnknown({ row }: { readonly row: Unknown }): JSX.Element {
  const { id, kind, what, strategy, lane, atRisk, since, sentAt, expiresAt, evidence, waitsFor } = row;
  const now = daemonNow.value ?? Date.parse(since);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Asked for', what],
    ['Asked by', strategy],
    ['Lane that is shut', lane],
    ['At risk until it is known', atRisk],
    ['Unknown since', `${momentText(Date.parse(since), now)}, for ${ageText(now - Date.parse(since))}`],
    ['Sent', sentAt === undefined ? 'nobody knows' : momentText(Date.parse(sentAt), now)],
    ['The venue refuses it from', expiresAt === undefined ? undefined : momentText(Date.parse(expiresAt), now)],
    ['Evidence', evidence ?? 'none yet'],
    ['It settles by itself with', waitsFor],
  ];
  return (
    <>
      <div class="col c7">
        <Panel
          title={`Unknown ${kind} ${shortId(id)}`}
          class=""
          command={`sluice why ${shellWord(id)}`}
          end={<WhyLink id={id} of={what} />}
        >
          <div class="body tight">
            <dl class="kv told">
              {facts.map(([name, text]) =>
                text === undefined ? null : (
                  <>
                    <dt key={name}>{name}</dt>
                    <dd>{text}</dd>
                  </>
                ),
              )}
            </dl>
          </div>
        </Panel>
        <EvidencePanel row={row} now={now} />
      </div>
      <Panel title={`Decide on ${shortId(id)}`} class="c5" command="sluice orders unresolved">
        <Verdicts row={row} now={now} />
      </Panel>
      <StepsPanel row={row} now={now} />
    </>
  );
}

function Verdicts({ row, now }: { readonly row: Unknown; readonly now: number }): JSX.Element {
  const { id, what, amount, waitsFor, verdicts } = row;
  const notYet = notYetText(row, now);
  const [venueId, setVenueId] = useState('');
  const [typed, setTyped] = useState('');
  const commandOf = (type: string): string | undefined => verdicts.find((verdict) => verdict.type === type)?.command;
  const [adopt, notPlaced] = [commandOf('adopt'), commandOf('not-placed')];
  return (
    <div class="body choices">
      <div class="choice first">
        <h3>Wait</h3>
        <p>
          {waitsFor === undefined ? 'It is looked for in each round.' : `It settles by itself with ${waitsFor}.`} Nothing is sent in its
          lane until then.
        </p>
      </div>
      {adopt !== undefined && (
        <div class="choice">
          <h3>It is this order or conversion</h3>
          <label>
            Its id at the venue
            <input value={venueId} onInput={({ currentTarget }) => setVenueId(currentTarget.value.trim())} />
          </label>
          <Hold isSafe isDisabled={!canSend.value || venueId === ''} onHeld={() => resolveIntent(id, { type: 'adopt', venueId })}>
            Hold: adopt {venueId}
          </Hold>
          <Command text={adopt} isBlock />
        </div>
      )}
      {notPlaced !== undefined && (
        <div class="choice">
          <h3>Nothing came of it, and nothing will</h3>
          <p>If that is wrong, the strategy may place it a second time. Look at the venue first.</p>
          {notYet !== undefined && <p>{notYet}</p>}
          {amount !== undefined && (
            <label>
              Type the amount, {amount}, to show that you mean this one
              <input value={typed} inputMode="decimal" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
            </label>
          )}
          <Hold
            isDisabled={!canSend.value || notYet !== undefined || !isTypedAmount(typed, amount)}
            onHeld={() => resolveIntent(id, { type: 'not-placed' })}
          >
            Hold: declare “{what}” not placed
          </Hold>
          <Command text={notPlaced} isBlock />
        </div>
      )}
    </div>
  );
}
