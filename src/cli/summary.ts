import type { Decimal } from '../base/decimal.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { jsonForPeople } from '../base/json.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { Column } from './column.ts';
import { printRows } from './print.ts';
import { say, type Shell } from './shell.ts';

/** The last word of a run: what each strategy did, on stdout. */
export function printSummary(shell: Shell, daemon: Daemon, now: Instant): void {
  const { tally, trader } = daemon;
  const { upMs } = daemon.status();
  const rows = trader.snapshot().strategies.map(({ name, symbol, state, reason, position, unrealised }): Row => ({
    name,
    symbol,
    state: state === 'stopped' && reason === 'shutting down' ? 'ended' : state,
    fills: tally.fillsByStrategy.get(name) ?? 0,
    conversions: tally.conversionsByStrategy.get(name) ?? 0,
    position: position.amount,
    realised: position.realised.toDecimalPlaces(8),
    unrealised: unrealised?.toDecimalPlaces(8),
    fees: position.fees.toDecimalPlaces(8),
  }));
  const { fills, conversions, placed, replaced, canceled, unknown } = tally;
  if (shell.options.output === 'json') {
    const totals = { fills, conversions, placed, replaced, canceled, unknown };
    shell.out.write(`${jsonForPeople({ event: 'summary', at: now, upMs, world: daemon.world, ...totals, strategies: rows })}\n`);
    return;
  }
  say(
    shell,
    `ended after ${durationText(upMs)}: ${fills} fills, ${conversions} conversions; ${placed} placed, ${replaced} replaced, ${canceled} canceled, ${unknown} unknown`,
  );
  printRows(shell, columns, rows);
}

interface Row {
  readonly name: string;
  readonly symbol: string;
  readonly state: string;
  readonly fills: number;
  readonly conversions: number;
  readonly position: Decimal;
  readonly realised: Decimal;
  readonly unrealised: Decimal | undefined;
  readonly fees: Decimal;
}

const columns: readonly Column<Row>[] = [
  { key: 'strategy', value: (row) => row.name },
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'state', value: (row) => row.state },
  { key: 'fills', kind: 'number', value: (row) => row.fills },
  { key: 'conversions', kind: 'number', value: (row) => row.conversions },
  { key: 'position', kind: 'number', value: (row) => row.position },
  { key: 'realised', kind: 'number', value: (row) => row.realised },
  { key: 'unrealised', kind: 'number', value: (row) => row.unrealised },
  { key: 'fees', kind: 'number', value: (row) => row.fees },
];
