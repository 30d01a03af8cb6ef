import type { JSX } from 'preact';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { groupedFigure } from '../pure/figures.ts';
import { approveCommand, type Entry, type Move, signedText, type Treasury } from '../pure/treasury.ts';

/** What waits for signatures: who may give them, until when, and the command that does. */
export function Signatures({ told: { open, book } }: { readonly told: Treasury }): JSX.Element {
  const moves = open.filter(({ state }) => state === 'awaiting-approval');
  const entries = book.filter(({ needs }) => needs.some(({ missing }) => missing > 0));
  return (
    <Panel title="To be signed" class="c4" command="sluice treasury list --open">
      {moves.length + entries.length === 0 ? (
        <Empty title="Nothing waits for a signature" />
      ) : (
        <div class="body choices">
          {moves.map((move) => (
            <OneMove key={move.id} move={move} />
          ))}
          {entries.map((entry) => (
            <OneEntry key={entry.id} entry={entry} />
          ))}
          <p class="muted">
            The command shows what is signed and asks for the key. It is run on the machine of whoever signs; no key comes here.
          </p>
        </div>
      )}
    </Panel>
  );
}

function OneMove({ move }: { readonly move: Move }): JSX.Element {
  const { id, kind, to, sums, initiator, approvals, needs, expiresAt, words } = move;
  return (
    <div class="choice">
      <h3>
        {sums.map(({ currency, amount }) => `${groupedFigure(amount)} ${currency}`).join(', ')} to {to}
      </h3>
      <p>
        {kind} <span class="id">{id}</span>, asked for by {initiator}, who may not sign. {signedText(needs)}.
        {approvals.length > 0 &&
          ` Signed by ${approvals.map(({ person, at }) => `${person} (${dayTimeText(Date.parse(at))})`).join(', ')}.`}
        {expiresAt !== null && ` It expires on ${dayTimeText(Date.parse(expiresAt))} UTC.`}
      </p>
      {words !== undefined && (
        <p class="muted">
          The command has to show the same words: <span class="id">{words}</span>
        </p>
      )}
      <Command text={approveCommand('move', id)} isBlock />
    </div>
  );
}

function OneEntry({ entry: { name, currency, network, address, tag, requestedBy, needs } }: { readonly entry: Entry }): JSX.Element {
  return (
    <div class="choice">
      <h3>
        Address {name}, {currency} on {network}
      </h3>
      <p class="wrap">
        <span class="id">{address}</span>
        {tag !== null && `, tag ${tag}`}; asked for by {requestedBy}, who may not sign. {signedText(needs)}.
      </p>
      <Command text={approveCommand('entry', name)} isBlock />
    </div>
  );
}
