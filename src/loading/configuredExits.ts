import type { ExitOrder } from '../engine/deskOrders/newOrder.ts';
import type { ExitSettings } from '../settings/holdingSection.ts';

/** The exits of the configuration as a strategy would ask for them. What each kind needs is there: that was checked with the settings. */
export function configuredExits(exits: readonly ExitSettings[] | undefined): readonly ExitOrder[] | undefined {
  return exits?.map(({ kind, stop, lossBps, trailBps, from, price, gainBps }): ExitOrder => {
    switch (kind) {
      case 'stop':
        if (lossBps !== undefined) return { kind, lossBps: lossBps.toNumber() };
        return { kind, stop: stop!, ...(price !== undefined && { price }) };
      case 'trailing-stop':
        return { kind, trailBps: trailBps!.toNumber(), ...(from !== undefined && { from }) };
      case 'take-profit':
        return price === undefined ? { kind, gainBps: gainBps!.toNumber() } : { kind, price };
    }
  });
}
