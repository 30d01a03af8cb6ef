import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { cancelAll } from '../live/actions.ts';
import { areOwnOld, canSend, orders, status } from '../live/told.ts';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Search } from '../parts/Search.tsx';
import { containsAll } from '../pure/eventFilter.ts';
import { KeptOrders } from './KeptOrders.tsx';
import { OrderTable } from './OrderTable.tsx';
import { countText } from '../pure/countText.ts';

/** Our own live orders, each with its cancel, and what the desk keeps. */
export function Orders(): JSX.Element {
  const all = orders.value;
  const [search, setSearch] = useState('');
  const rows = all.filter(({ strategy, symbol, side, orderId, intentId }) =>
    containsAll([strategy, symbol, side, orderId ?? '', intentId].join(' '), search),
  );
  const end = <Search value={search} onChange={setSearch} />;
  return (
    <>
      <div class="title">
        <h1>Orders</h1>
        <div class="end">
          <Hold isDisabled={!canSend.value || all.length === 0} onHeld={() => cancelAll(undefined)}>
            Hold: cancel {all.length > 1 ? 'all ' : ''}
            {countText(all.length, 'order')}
          </Hold>
        </div>
      </div>
      <div class="grid">
        <Panel
          title="Live orders"
          command="sluice orders list"
          isOld={areOwnOld.value}
          end={end}
          footer="Strategies that run place theirs anew; Stop… halts them."
        >
          {rows.length === 0 ? (
            <Empty title={status.value === undefined ? 'Not told yet' : 'No live order'}>
              What strategies and people have placed stands here.
            </Empty>
          ) : (
            <OrderTable rows={rows} />
          )}
        </Panel>
        <KeptOrders />
      </div>
    </>
  );
}
