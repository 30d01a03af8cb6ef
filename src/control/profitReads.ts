import { DAY_MS } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { profitReader } from './profitReader.ts';

/** What each strategy made in each period, from the daemon's own records. */
export function profitReads(daemon: Pick<Daemon, 'settings' | 'status' | 'history'>): ControlHandlers<'profit.list'> {
  const read = profitReader(daemon, systemClock);
  return {
    'profit.list': ({ by, days, strategy }, gone) => read({ period: by, from: systemClock.now() - days * DAY_MS, strategy }, gone),
  };
}
