import { Fault } from '../../base/fault.ts';
import { durationText } from '../../base/instant.ts';
import type { RecorderStatus } from '../../daemon/recorder/daemonRecorder.ts';
import type { StatusReport } from '../../daemon/status.ts';
import { bytesText } from '../bytesText.ts';
import { plainLine } from '../plainLine.ts';
import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { withDaemon } from '../withDaemon.ts';

/** A status as it comes over the socket: money as text. */
type StatusText = { readonly [K in keyof StatusReport]: StatusReport[K] extends readonly (infer R)[] ? readonly R[] : StatusReport[K] };
type StrategyRow = StatusText['strategies'][number];

export const status = command({
  name: 'status',
  about: 'Show the running daemon: strategies, markets, rate budget, clock, frozen lanes',
  examples: ['status', 'status -o json'],
  async run(_input, shell) {
    const { printJson, printRows } = await import('../print.ts');
    const found = (await withDaemon(shell, (control) => control.get('/status'))) as StatusText;
    if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
      printJson(shell, found);
      return;
    }
    printRows(shell, columns, found.strategies);
    if (shell.options.output === 'table') shell.out.write(`${linesOf(found).map(plainLine).join('\n')}\n`);
    if (found.state === 'halted') throw new Fault('halted', `the daemon is halted: ${found.reason ?? 'no reason is known'}`);
  },
});

function linesOf({
  world,
  venue,
  state,
  upMs,
  rate,
  clock,
  markets,
  frozen,
  refusals,
  unchecked,
  trouble,
  openOrders,
  fills,
  conversions,
  recorder,
}: StatusText): string[] {
  const ages = markets.map(
    ({ symbol, ageMs, trouble: market }) =>
      `${symbol} ${ageMs === undefined ? 'no book' : `${durationText(ageMs)} old`}${market.length > 0 ? ` (${market.join(', ')})` : ''}`,
  );
  return [
    '',
    `daemon  ${world} ${venue.host} key ${venue.keyTail}, ${state}, up ${durationText(upMs)}`,
    `since   start: ${fills} fills, ${conversions} conversions; ${openOrders} orders are open`,
    `venue   ${rate.used}/${rate.perSecond} requests in the last second, ${rate.waiting} waiting; clock ${Math.round(clock.offsetMs)} ms${clock.halted === undefined ? '' : `, signing is HALTED: ${clock.halted}`}`,
    `books   ${ages.join(', ') || 'none'}`,
    ...(recorder === undefined ? [] : [`record  ${recorderText(recorder)}`]),
    ...Object.entries(frozen).map(([lane, reason]) => `FROZEN  ${lane}: ${reason}`),
    ...(Object.keys(refusals).length === 0
      ? []
      : [
          `refused ${Object.entries(refusals)
            .map(([rule, count]) => `${rule} ${count}`)
            .join(', ')}`,
        ]),
    ...unchecked.map((line) => `note    ${line}`),
    ...trouble.slice(-5).map((line) => `trouble ${line}`),
  ];
}

function recorderText({ state, symbols, snapshots, dropped, gaps, bytes, lastAt, data, trouble }: RecorderStatus): string {
  const lost = dropped === 0 ? '' : `, ${dropped} not recorded`;
  const last = lastAt === undefined ? '' : `, last ${lastAt.slice(11, 19)}`;
  const done = `${snapshots} snapshots, ${bytesText(bytes)}, ${gaps} gaps${lost}${last}`;
  return `${state}: ${symbols.join(', ')} to ${data}; ${done}${trouble === undefined ? '' : `; ${trouble}`}`;
}

const columns: readonly Column<StrategyRow>[] = [
  { key: 'strategy', value: (row) => row.name },
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'state', value: (row) => row.state },
  { key: 'position', kind: 'number', value: (row) => row.position },
  { key: 'open', kind: 'number', value: (row) => row.openOrders },
  { key: 'fills', kind: 'number', value: (row) => row.fills },
  { key: 'realised', kind: 'number', value: (row) => row.realised },
  { key: 'unrealised', kind: 'number', value: (row) => row.unrealised },
  { key: 'fees', kind: 'number', value: (row) => row.fees },
  { key: 'note', value: (row) => row.reason },
];
