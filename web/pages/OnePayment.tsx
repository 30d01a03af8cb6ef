import type { JSX } from 'preact';
import { daemonNow } from '../live/told.ts';
import { useOneAnswer } from '../live/useAnswer.ts';
import { Command } from '../parts/Command.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Look } from '../parts/Look.tsx';
import { Panel } from '../parts/Panel.tsx';
import { momentText } from '../pure/ageText.ts';
import { commandsIn, statusLook, sumText, timeOf, type TimelineEntry } from '../pure/payments.ts';
import { addressOf } from '../pure/routes.ts';
import { shellWord } from '../pure/shellWord.ts';
import { shortId } from '../pure/shortId.ts';

/** What happened to one payment, oldest first, and how a person decides about it. */
export function OnePayment({ id }: { readonly id: string }): JSX.Element {
  const { value, failure, isAsking, again } = useOneAnswer('payments.show', { id });
  const end = (
    <>
      {value !== undefined && <Look look={statusLook(value.payment.status)} />}
      <a class="btn" href={addressOf({ page: 'payments' })}>
        Close
      </a>
    </>
  );
  return (
    <Panel
      title={`Payment ${value?.payment.order ?? shortId(id)}`}
      command={`sluice pay intents show ${shellWord(id)}`}
      end={end}
      footer="The venue has no time of its own for deposits and changes of state: these are the times of the first look that showed them."
    >
      {failure !== undefined && value !== undefined && <p class="body err">▲ {failure}</p>}
      {value === undefined ? (
        <Empty title={failure ?? 'Asking the venue …'} />
      ) : (
        <>
          {value.ways !== undefined && (
            <div class="body">
              <p>A person decides about it, by one of these; or waits for a further deposit.</p>
              <p class="buttons">
                {commandsIn(value.ways).map((text) => (
                  <Command key={text} text={text} />
                ))}
              </p>
            </div>
          )}
          <Timeline entries={value.timeline} />
        </>
      )}
      <div class="body buttons">
        <button type="button" class="btn" disabled={isAsking} onClick={again}>
          {isAsking ? 'Looking …' : 'Look again'}
        </button>
      </div>
    </Panel>
  );
}

function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element {
  const now = daemonNow.value ?? 0;
  return (
    <DataTable
      caption="What happened to the payment, oldest first"
      rows={entries}
      keyOf={({ at, what, status, note }) => [at, what, status, note].join(' ')}
      exactOf={({ note, amount }) => amount ?? note ?? ''}
      columns={[
        { head: 'Time', class: 'l', isName: true, cell: ({ at }) => (at === undefined ? '–' : momentText(Date.parse(at), now)) },
        { head: 'What', class: 'l', cell: ({ what, status }) => [what, status].filter((word) => word !== undefined).join(': ') },
        { head: 'Amount', cell: ({ amount, currency }) => sumText(amount, currency) },
        { head: 'More', class: 'l wrap full', cell: ({ note }) => note ?? '' },
        { head: 'Whose time', class: 'l p3', cell: ({ time }) => <span class="muted">{timeOf(time)}</span> },
      ]}
    />
  );
}
