import { systemClock } from '../base/systemClock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { sentPlace } from '../store/sentPlace.ts';
import { statementReader } from './statementReader.ts';

/** The statement of a month, from the daemon's own books. They are read in a process beside the trading, and never written. */
export function statementReads(daemon: Pick<Daemon, 'settings' | 'status'>): ControlHandlers<'statements.show'> {
  const statements = statementReader(systemClock);
  return {
    'statements.show': ({ month, currency }, gone) => {
      const place = sentPlace({ path: daemon.status().database, server: daemon.settings.server });
      return statements.make({ place, month, currency, now: systemClock.now() }, gone);
    },
  };
}
