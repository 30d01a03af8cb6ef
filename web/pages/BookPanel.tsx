import type { JSX } from 'preact';
import type { MarketView } from '../../src/control/contract/controlReplies.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { type BookRow, bookRows, type spreadOf } from '../pure/bookRows.ts';
import { baseOf, quoteOf } from '../pure/atRisk.ts';
import { groupedFigure } from '../pure/figures.ts';
import { shellWord } from '../pure/shellWord.ts';

const LEVELS = 12;

/** The levels around the mid; bars show the sum from the touch, our own levels say so. */
export function BookPanel({
  market: { symbol, bids, asks, orders },
  spread,
  isOld,
}: {
  readonly market: WireForm<MarketView>;
  readonly spread: ReturnType<typeof spreadOf>;
  readonly isOld: boolean;
}): JSX.Element {
  const rows = bookRows(
    bids,
    asks,
    orders.flatMap(({ price }) => price ?? []),
    LEVELS,
  );
  return (
    <Panel title="Book" class="c4" isOld={isOld} command={`sluice book ${shellWord(symbol)}`} footer="Bars show the sum from the touch.">
      {bids.length + asks.length === 0 ? (
        <Empty title="No book yet" />
      ) : (
        <table class="book">
          <caption class="sr">Book of {symbol}: asks from high to low, then bids</caption>
          <thead>
            <tr>
              <th scope="col" class="l">
                Price, {quoteOf(symbol)}
              </th>
              <th scope="col">{baseOf(symbol)}</th>
              <th scope="col">Sum</th>
            </tr>
          </thead>
          <tbody>
            {rows.asks.toReversed().map((row) => (
              <Level key={`a${row.price}`} side="ask" row={row} />
            ))}
            <tr class="mid">
              <td colSpan={3} class="l">
                {spread === undefined ? 'one side is empty' : `spread ${groupedFigure(spread.spread)} · ${spread.bps} bp`}
              </td>
            </tr>
            {rows.bids.map((row) => (
              <Level key={`b${row.price}`} side="bid" row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Level({ side, row: { price, amount, sum, depth, isOwn } }: { readonly side: 'ask' | 'bid'; readonly row: BookRow }): JSX.Element {
  return (
    <tr class={isOwn ? `${side} own` : side} style={{ '--w': depth }}>
      <td>{groupedFigure(price)}</td>
      <td>{groupedFigure(amount)}</td>
      <td>{groupedFigure(sum)}</td>
    </tr>
  );
}
