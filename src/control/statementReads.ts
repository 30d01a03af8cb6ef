import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { StatementMaker } from './statementMaker.ts';

/** The statement of a month, from the daemon’s own books. They are read in a process beside the trading, from the file, and never written. */
export function statementReads(daemon: Pick<Daemon, 'settings' | 'status'>): ControlHandlers<'statements.show'> {
  const statements = new StatementMaker(systemClock);
  return {
    'statements.show': ({ month, currency }, gone) => {
      if (daemon.settings.server !== undefined)
        throw new Fault('refused', 'the books of this account are in a Postgres, which the page does not read', {
          suggestion: `\`sluice treasury statement --month ${month ?? 'MONTH'}\` does`,
        });
      return statements.make({ path: daemon.status().database, month, currency, now: systemClock.now() }, gone);
    },
  };
}
