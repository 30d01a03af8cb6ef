import { Fault } from '../../base/fault.ts';
import type { StatusReport } from '../../daemon/status.ts';
import { command } from '../command.ts';
import { withDaemon } from '../withDaemon.ts';

/** The command that a person may type to go on. */
function goOnText({ stops }: StatusReport): string | undefined {
  const stop = stops.find(({ scope, state }) => scope === 'all' && state === 'halted');
  return stop && `it goes on ${stop.goesOn}`;
}

export const status = command({
  name: 'status',
  about: 'Show the running daemon (profit, strategies, markets, rate budget, clock, frozen lanes), or for whom one stands by',
  examples: ['status', 'status -o json'],
  async run(_input, shell) {
    const { printJson, printRows } = await import('../print.ts');
    const { standbyHere } = await import('../standbyHere.ts');
    const standby = await standbyHere(shell);
    if (standby !== undefined) {
      const { standbyText } = await import('../../control/standbyServer.ts');
      if (shell.options.output === 'table') shell.out.write(`${standbyText(standby.report)}\n`);
      else printJson(shell, standby.report);
      return;
    }
    // Its money arrives as text.
    const found = (await withDaemon(shell, (control) => control.call('status', {}))) as unknown as StatusReport;
    if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
      printJson(shell, found);
      return;
    }
    const { statusColumns, statusLines } = await import('../statusText.ts');
    printRows(shell, statusColumns, found.strategies);
    if (shell.options.output === 'table') shell.out.write(`${statusLines(found).join('\n')}\n`);
    if (found.state === 'halted') {
      throw new Fault('halted', `the daemon is halted: ${found.reason ?? 'no reason is known'}`, { suggestion: goOnText(found) });
    }
  },
});
