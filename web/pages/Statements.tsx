import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { saveFile } from '../live/saveFile.ts';
import { useOneAnswer } from '../live/useAnswer.ts';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { groupedFigure } from '../pure/figures.ts';
import { statementCommand, statementFile, tieOf } from '../pure/statements.ts';

type Statement = ControlReply<'statements.show'>;

/** A month of the account, currency by currency: it ties to the venue's balances, or says by how much it does not. */
export function Statements(): JSX.Element {
  const [month, setMonth] = useState<string | undefined>(undefined);
  const [currency, setCurrency] = useState<string | undefined>(undefined);
  const { value, failure, isAsking, again } = useOneAnswer('statements.show', month === undefined ? {} : { month });
  const all = value?.currencies ?? [];
  const shown = all.filter((one) => currency === undefined || one.currency === currency);
  const command = statementCommand(value?.month ?? month, currency);
  return (
    <Panel title="Statement" command={command}>
      <div class="body choices">
        <div class="entries">
          <label class="entry">
            Month
            <select class="field" value={value?.month ?? ''} onChange={({ currentTarget }) => setMonth(currentTarget.value)}>
              {value === undefined && <option value="">{month ?? 'this month'}</option>}
              {(value?.months ?? []).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label class="entry">
            Currency
            <select
              class="field"
              value={currency ?? ''}
              onChange={({ currentTarget: { value: one } }) => setCurrency(one === '' ? undefined : one)}
            >
              <option value="">all</option>
              {all.map(({ currency: one }) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <button type="button" class="btn" disabled={isAsking} onClick={again}>
            {isAsking ? 'Making it …' : 'Make it again'}
          </button>
          {value?.csv !== undefined && (
            <button type="button" class="btn" onClick={() => saveFile(statementFile(value.month), value.csv ?? '')}>
              Download CSV
            </button>
          )}
        </div>
        {failure !== undefined && (
          <p class="err" role="status">
            ▲ {failure}
          </p>
        )}
        {value !== undefined && (
          <p class="muted">
            {value.month} by days of {value.zone}, as of {dayTimeText(Date.parse(value.until))}, held against the last balance of the venue
            that was recorded while it stood still. The command asks the venue anew, and knows other zones:
          </p>
        )}
        {value !== undefined && <Command text={`${command} --zone Europe/Berlin`} isBlock />}
      </div>
      {value !== undefined && shown.length === 0 && <Empty title="Nothing in this month" />}
      {shown.map((one) => (
        <OneCurrency key={one.currency} one={one} />
      ))}
    </Panel>
  );
}

function OneCurrency({ one }: { readonly one: Statement['currencies'][number] }): JSX.Element {
  const { kind, sign, word } = tieOf(one);
  return (
    <div class="body tight">
      <h3>
        {one.currency}{' '}
        <Badge kind={kind} sign={sign}>
          {word}
        </Badge>
      </h3>
      <DataTable
        caption={`Statement of ${one.currency}`}
        rows={one.rows}
        keyOf={({ label }) => label}
        exactOf={({ amount }) => amount}
        columns={[
          {
            head: 'What',
            class: 'l full',
            isName: true,
            cell: ({ label, isOpen }) => <span class={isOpen ? 'err' : undefined}>{label}</span>,
          },
          { head: 'Count', class: 'p2', cell: ({ count }) => count ?? '' },
          { head: 'In', class: 'p2', cell: ({ gained }) => (gained === undefined ? '' : groupedFigure(gained)) },
          { head: 'Out', class: 'p2', cell: ({ lost }) => (lost === undefined ? '' : groupedFigure(lost)) },
          { head: 'Amount', cell: ({ amount }) => groupedFigure(amount) },
        ]}
      />
    </div>
  );
}
