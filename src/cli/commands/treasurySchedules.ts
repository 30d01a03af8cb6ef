import type { ScheduleReport } from '../../treasury/schedules/scheduleReport.ts';
import type { Column } from '../column.ts';
import { command } from '../command.ts';

export const treasurySchedules = command({
  name: 'treasury schedules',
  about: 'Show the floats and sweeps of the configuration: what each would do now, when it is due next, and what it did last',
  examples: ['treasury schedules -c treasury.yaml', 'treasury schedules -o json'],
  async run(_input, shell) {
    const { schedulesOf } = await import('../schedulesOf.ts');
    const { printJson, printRows } = await import('../print.ts');
    const schedules = await schedulesOf(shell);
    const { output } = shell.options;
    if (output === 'json' || output === 'ndjson') return printJson(shell, schedules);
    printRows(shell, COLUMNS, schedules);
  },
});

const COLUMNS: readonly Column<ScheduleReport>[] = [
  { key: 'name', value: ({ name }) => name },
  { key: 'what', value: ({ what }) => what },
  { key: 'nextDue', title: 'NEXT', value: ({ nextDue }) => nextDue },
  { key: 'would', title: 'NOW', value: ({ would }) => would },
  { key: 'lastDue', title: 'LAST', value: ({ last }) => last?.dueAt },
  { key: 'outcome', value: ({ last }) => last?.state ?? last?.outcome },
  { key: 'move', isWhole: true, value: ({ last }) => last?.move },
  { key: 'evidence', value: ({ last }) => last?.evidence },
];
