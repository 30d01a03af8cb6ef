import type { JSX } from 'preact';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Id } from '../parts/Id.tsx';
import { momentText } from '../pure/ageText.ts';
import { groupedFigure } from '../pure/figures.ts';
import { type Move, moveCommand, moveLook, signedText } from '../pure/treasury.ts';

/** Moves of the treasury: what, where to, for whom it waits. */
export function MoveTable({
  caption,
  moves,
  now,
}: {
  readonly caption: string;
  readonly moves: readonly Move[];
  readonly now: number;
}): JSX.Element {
  return (
    <DataTable
      caption={caption}
      rows={moves}
      keyOf={({ id }) => id}
      commandOf={moveCommand}
      exactOf={({ id }) => id}
      columns={[
        { head: 'Id', class: 'l o0', isName: true, cell: ({ id }) => <Id id={id} /> },
        { head: 'What', class: 'l wrap', cell: ({ kind, to }) => `${kind} to ${to}` },
        { head: 'Amount', cell: ({ sums }) => sums.map(({ currency, amount }) => `${groupedFigure(amount)} ${currency}`).join(', ') },
        { head: 'By', class: 'l p2', cell: ({ initiator }) => initiator },
        { head: 'State', class: 'l o0', cell: (move) => <MoveState move={move} /> },
        { head: 'Signed', class: 'l wrap p2', cell: ({ needs, rule }) => (needs.length === 0 ? `by rule ${rule}` : signedText(needs)) },
        { head: 'Until', class: 'p2', cell: ({ expiresAt }) => (expiresAt === null ? '' : momentText(Date.parse(expiresAt), now)) },
        { head: 'Changed', class: 'p3', cell: ({ changedAt }) => momentText(Date.parse(changedAt), now) },
      ]}
    />
  );
}

function MoveState({ move }: { readonly move: Move }): JSX.Element {
  const { kind, sign, word } = moveLook(move);
  return (
    <Badge kind={kind} sign={sign}>
      {word}
    </Badge>
  );
}
