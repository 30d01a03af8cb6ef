import type { JSX } from 'preact';
import { cancelOrder } from '../live/actions.ts';
import { canSend, daemonNow } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Id } from '../parts/Id.tsx';
import { WhyLink } from '../parts/WhyLink.tsx';
import { Side } from '../parts/Side.tsx';
import { ageText } from '../pure/ageText.ts';
import type { OrderRow } from '../pure/toldAfter.ts';
import { groupedFigure, isZeroFigure } from '../pure/figures.ts';
import { shellWord } from '../pure/shellWord.ts';

/** Live orders with their cancels. */
export function OrderTable({ rows }: { readonly rows: readonly OrderRow[] }): JSX.Element {
  return (
    <DataTable
      caption="Live orders"
      rows={rows}
      keyOf={({ intentId }) => intentId}
      commandOf={({ orderId, intentId }) =>
        orderId === undefined ? `sluice why ${shellWord(intentId)}` : `sluice orders cancel ${shellWord(orderId)}`
      }
      exactOf={({ orderId, intentId }) => orderId ?? intentId}
      columns={[
        { head: 'By', class: 'l name', isName: true, cell: ({ strategy }) => strategy },
        { head: 'Side', class: 'l', cell: ({ side, symbol }) => [<Side key="side" side={side} />, ` ${symbol}`] },
        { head: 'Price', cell: ({ price, type }) => (price === undefined ? type : groupedFigure(price)) },
        { head: 'Amount', cell: ({ amount }) => groupedFigure(amount) },
        {
          head: 'Filled',
          class: 'p3',
          cell: ({ filled }) => (isZeroFigure(filled) ? <span class="muted">0</span> : groupedFigure(filled)),
        },
        { head: 'Age', class: 'p2', cell: ({ placedAt }) => ageText((daemonNow.value ?? 0) - Date.parse(placedAt)) },
        { head: 'State', class: 'l', cell: (row, isGone) => <OrderState row={row} isGone={isGone} /> },
        { head: 'Order', class: 'l p2', cell: ({ orderId, intentId }) => <Id id={orderId ?? intentId} /> },
        { head: 'Actions', isSilent: true, class: 'full', cell: (row, isGone) => <Actions row={row} isGone={isGone} /> },
      ]}
    />
  );
}

function OrderState({ row: { state, canceling, replacing }, isGone }: { readonly row: OrderRow; readonly isGone: boolean }): JSX.Element {
  if (isGone) {
    return (
      <Badge kind="plain" sign="✓">
        gone
      </Badge>
    );
  }
  if (state === 'unknown') {
    return (
      <Badge kind="call" sign="◆">
        unknown
      </Badge>
    );
  }
  const isBusy = canceling || replacing !== undefined || state === 'pending';
  const word = canceling ? 'canceling' : replacing === undefined ? state : 'replacing';
  return (
    <Badge kind={isBusy ? 'plain' : 'ok'} sign={isBusy ? '○' : '●'}>
      {word}
    </Badge>
  );
}

function Actions({
  row: { orderId, intentId, symbol, canceling, side, amount },
  isGone,
}: {
  readonly row: OrderRow;
  readonly isGone: boolean;
}): JSX.Element {
  const isDisabled = isGone || canceling || orderId === undefined || !canSend.value;
  return (
    <span class="acts">
      <WhyLink id={orderId ?? intentId} of={`${side} ${amount} ${symbol}`} />
      <Hold isDisabled={isDisabled} label={`Hold to cancel ${side} ${amount} ${symbol}`} onHeld={() => cancelOrder(orderId!, symbol)}>
        Cancel
      </Hold>
    </span>
  );
}
