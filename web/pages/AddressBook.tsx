import type { JSX } from 'preact';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { dayTimeText } from '../pure/ageText.ts';
import { shortId } from '../pure/shortId.ts';
import { type Entry, entryLook } from '../pure/treasury.ts';

/** Where money may go, what waits for approval, and what cools. */
export function AddressBook({ entries, now }: { readonly entries: readonly Entry[]; readonly now: number }): JSX.Element {
  return (
    <Panel title="Address book" class="c8" command="sluice treasury book list">
      {entries.length === 0 ? (
        <Empty title="No destination is named">Money can only go to an entry of the address book.</Empty>
      ) : (
        <DataTable
          caption="Destinations"
          rows={entries}
          keyOf={({ id }) => id}
          commandOf={() => 'sluice treasury book list'}
          exactOf={({ address }) => address}
          columns={[
            { head: 'Name', class: 'l', isName: true, cell: ({ name }) => name },
            { head: 'Currency', class: 'l', cell: ({ currency, network }) => `${currency} on ${network}` },
            {
              head: 'Address',
              class: 'l p2',
              cell: ({ address, tag }) => (
                <span class="id" title={address}>
                  {shortId(address)}
                  {tag !== null && `, tag ${tag}`}
                </span>
              ),
            },
            { head: 'State', class: 'l', cell: (entry) => <EntryState entry={entry} now={now} /> },
            { head: 'From', class: 'p2', cell: ({ allowedFrom }) => (allowedFrom === null ? '–' : dayTimeText(Date.parse(allowedFrom))) },
            { head: 'Labels', class: 'l p3', cell: ({ labels }) => labels.join(', ') },
          ]}
        />
      )}
    </Panel>
  );
}

function EntryState({ entry, now }: { readonly entry: Entry; readonly now: number }): JSX.Element {
  const { kind, sign, word } = entryLook(entry, now);
  return (
    <Badge kind={kind} sign={sign}>
      {word}
    </Badge>
  );
}
