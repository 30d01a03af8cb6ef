import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { lift, stopTrading } from '../live/actions.ts';
import { canSend, isRiskOld, status } from '../live/told.ts';
import { mainStop } from '../pure/alive.ts';
import { positionsWorth, worthText } from '../pure/atRisk.ts';
import { Command } from './Command.tsx';
import { Hold } from './Hold.tsx';
import { countText } from '../pure/countText.ts';

/** The id of the menu's button, for the key that opens it. */
export const STOP_ID = 'stop';

/** The stages of stopping, each by a hold, and arming again. Opening it never acts. */
export function StopMenu(): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const told = status.value;
  const orders = told?.openOrders ?? 0;
  const positions = new Set(told?.strategies.filter(({ position }) => !/^[-0.]*$/.test(position)).map(({ name }) => name)).size;
  const worth = told === undefined ? '' : worthText(positionsWorth(told));
  const stop = told && mainStop(told);
  const isDisabled = !canSend.value;
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current === null) return;
        event.preventDefault();
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="btn stop" id={STOP_ID} title="Shift+S">
        Stop…
      </summary>
      <div class="sheet">
        <p>Stop trading, in stages. Each keeps over a restart until a person arms it again.</p>
        <Hold isDisabled={isDisabled} onHeld={() => stopTrading('all', 'halted', 'keep')}>
          Hold: no new orders
        </Hold>
        <Command text="sluice kill --keep-orders" isBlock />
        <Hold isDisabled={isDisabled} onHeld={() => stopTrading('all', 'halted', 'cancel')}>
          Hold: halt, and cancel {orders > 1 ? 'all ' : ''}
          {countText(orders, 'order')}
        </Hold>
        <Command text="sluice kill" isBlock />
        <Hold isDisabled={isDisabled} onHeld={() => stopTrading('all', 'halted', 'close')}>
          Hold: flatten {countText(positions, 'position')}
          {worth === '' ? '' : `, ${worth}${isRiskOld.value ? ' by old books' : ''},`} at the market
        </Hold>
        <Command text="sluice flatten" isBlock />
        {stop !== undefined && (
          <>
            <Hold isSafe isDisabled={isDisabled} onHeld={() => lift('all')}>
              Hold: arm again
            </Hold>
            <Command text="sluice resume --all" isBlock />
          </>
        )}
      </div>
    </details>
  );
}
