import type { JSX } from 'preact';
import { Badge } from '../parts/Badge.tsx';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ageText, dayTimeText } from '../pure/ageText.ts';
import { type OpenLine, paymentOf, type Payments, plainWords, sumText, wayOut } from '../pure/payments.ts';
import { addressOf } from '../pure/routes.ts';
import { shortId } from '../pure/shortId.ts';

/** What was expected and what came do not fit, or a person must decide: each with its commands. */
export function OpenPayments({
  told: { open, notes, host, from, readAt },
  now,
}: {
  readonly told: Payments;
  readonly now: number;
}): JSX.Element {
  const month = readAt.slice(0, 7);
  return (
    <Panel
      title="What waits for a person"
      command={`sluice treasury reconcile --month ${month}`}
      footer={`Read at ${host} at ${dayTimeText(Date.parse(readAt))} UTC, back to ${dayTimeText(Date.parse(from))}. Bank transfers and coins that came to the exchange account are compared by the command.`}
    >
      {notes.map((note) => (
        <p key={note} class="body warn">
          ▲ {note}
        </p>
      ))}
      {open.length === 0 ? (
        <Empty title="Everything fits">
          A payment of another amount, one that came late, and one that nobody had asked for would stand here.
        </Empty>
      ) : (
        <ul class="wait">
          {open.map((line) => (
            <Item key={`${line.kind} ${line.id}`} line={line} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ line, now }: { readonly line: OpenLine; readonly now: number }): JSX.Element {
  const { bucket, kind, id, reference, at, currency, expected, received, why, status } = line;
  const payment = paymentOf(line);
  return (
    <li>
      <Badge kind="call" sign="◆">
        {bucket}
      </Badge>
      <div>
        <p>
          <b>
            {kind} {reference ?? shortId(id)}
          </b>{' '}
          <span class="num">
            {sumText(received, currency)} of {sumText(expected, currency)}
          </span>{' '}
          <span class="muted">
            {status}. {plainWords(why ?? '')}
          </span>
        </p>
        <p class="buttons">
          {wayOut(line).map((text) => (
            <Command key={text} text={text} />
          ))}
        </p>
      </div>
      <span class="age">{at === undefined ? '' : ageText(now - Date.parse(at))}</span>
      {payment === undefined ? (
        <span />
      ) : (
        <a class="btn" href={addressOf({ page: 'payments', what: payment })}>
          Look<span class="sr"> at payment {reference ?? shortId(payment)}</span>
        </a>
      )}
    </li>
  );
}
