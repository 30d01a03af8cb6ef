import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { toSimulator } from '../live/actions.ts';
import { canSend } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { type Call, CALLS, type Simulator, type Strike, STRIKES, struckText } from '../pure/simulator.ts';

/** What goes wrong at the simulator, by a profile or once by hand, and what that did. */
export function FaultPanels({ told: { faults, profiles } }: { readonly told: Simulator }): JSX.Element {
  const isOn = faults.profile !== 'none';
  const badge = (
    <Badge kind={isOn ? 'call' : 'ok'} sign={isOn ? '◬' : '●'}>
      {isOn ? `${faults.profile} is on` : 'nothing goes wrong'}
    </Badge>
  );
  return (
    <>
      <Panel title="Faults" class="c8" command={`sluice simulator faults ${faults.profile}`} end={badge}>
        <DataTable
          caption="Profiles of faults"
          rows={profiles}
          keyOf={({ name }) => name}
          commandOf={({ name }) => `sluice simulator faults ${name}`}
          columns={[
            { head: 'Profile', class: 'l', isName: true, cell: ({ name }) => name },
            { head: 'What goes wrong', class: 'l wrap full', cell: ({ about }) => about },
            {
              head: 'Choose',
              isSilent: true,
              class: 'full',
              cell: ({ name }) => (
                <button
                  type="button"
                  class="btn"
                  disabled={!canSend.value || name === faults.profile}
                  onClick={() => toSimulator('simulator.faults', { profile: name }, `Choosing the faults ${name}`)}
                >
                  {name === faults.profile ? 'On' : 'Choose'}
                  <span class="sr"> the faults {name}</span>
                </button>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title="What they did" class="c4" command="sluice simulator faults">
        <div class="body tight">
          <dl class="kv">
            <dt>On since</dt>
            <dd>{dayTimeText(Date.parse(faults.since))}</dd>
            <dt>Struck</dt>
            <dd>{struckText(faults)}</dd>
            {faults.counts.map(({ what, count }) => (
              <>
                <dt key={what}>{what}</dt>
                <dd>{count}</dd>
              </>
            ))}
          </dl>
        </div>
      </Panel>
      <StrikePanel waiting={faults.waiting} />
    </>
  );
}

function StrikePanel({ waiting }: { readonly waiting: Simulator['faults']['waiting'] }): JSX.Element {
  const [operation, setOperation] = useState<Call>('orders.place');
  const [strike, setStrike] = useState<Strike>('lost-answer');
  return (
    <Panel title="Strike the next call" class="c4" command={`sluice simulator strike ${operation} ${strike}`}>
      <div class="body choices">
        <label class="entry">
          The next
          <select class="field" value={operation} onChange={({ currentTarget: { value } }) => setOperation(value as Call)}>
            {CALLS.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label class="entry">
          … meets this: it
          <select class="field" value={strike} onChange={({ currentTarget: { value } }) => setStrike(value as Strike)}>
            {STRIKES.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="btn"
          disabled={!canSend.value}
          onClick={() => toSimulator('simulator.strike', { operation, strike }, 'Striking the next call')}
        >
          Strike it once
        </button>
        {waiting.length > 0 && (
          <p>
            {waiting.length} wait for their call:{' '}
            {waiting.map((one) => `the next ${wordFor(CALLS, one.operation)} ${wordFor(STRIKES, one.strike)}`).join('; ')}.
          </p>
        )}
        <Command text={`sluice simulator strike ${operation} ${strike}`} isBlock />
      </div>
    </Panel>
  );
}

function wordFor(words: readonly (readonly [name: string, word: string])[], name: string): string {
  return words.find(([one]) => one === name)?.[1] ?? name;
}
