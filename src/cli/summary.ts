import { counted } from '../base/counted.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { jsonForPeople } from '../base/json.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { NOTHING_OPEN } from '../daemon/ending.ts';
import { openLines } from '../daemon/openAtEnd.ts';
import { printRows } from './print.ts';
import { profitText } from '../daemon/profitText.ts';
import { say, type Shell } from './shell.ts';
import { strategyColumns } from './strategyColumns.ts';

/** Prints at the end of a run what each strategy did, on stdout. */
export function printSummary(shell: Shell, daemon: Daemon, now: Instant): void {
  const { fills, conversions, placed, replaced, canceled, unknown } = daemon.tally;
  const { upMs, strategies } = daemon.status();
  const rows = strategies.map(({ reason, openOrders: _openOrders, ...row }) => ({
    ...row,
    state: row.state === 'stopped' && reason === 'shutting down' ? 'ended' : row.state,
  }));
  if (shell.options.output === 'json') {
    const totals = { fills, conversions, placed, replaced, canceled, unknown };
    const open = { left: daemon.ending?.left, kept: daemon.ending?.kept };
    shell.out.write(`${jsonForPeople({ event: 'summary', at: now, upMs, world: daemon.world, ...totals, strategies: rows, ...open })}\n`);
    return;
  }
  // Most of them were settled within seconds; what is left is named below.
  const orders = `${placed} placed, ${replaced} replaced, ${canceled} canceled, ${unknown} unknown${unknown === 0 ? '' : ' for a time'}`;
  const profit = rows.length === 0 ? '' : `; profit ${profitText(rows)}`;
  say(shell, `ended after ${durationText(upMs)}: ${counted(fills, 'fill')}, ${counted(conversions, 'conversion')}; ${orders}${profit}`);
  const { kept, left } = daemon.ending ?? { kept: NOTHING_OPEN, left: NOTHING_OPEN };
  for (const line of openLines(kept)) say(shell, `kept at the venue: ${line}`);
  for (const line of openLines(left)) say(shell, `left open at the venue: ${line}`);
  printRows(shell, strategyColumns, rows);
}
