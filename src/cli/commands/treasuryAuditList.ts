import type { AuditRow } from '../../model/audit.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { textValue, timeValue } from '../values.ts';

export const treasuryAuditList = command({
  name: 'treasury audit list',
  about: 'Who did what in the treasury, oldest first. All rows in `-o ndjson` are an export that `audit verify` reads',
  options: {
    since: option('--since <time>', 'from this day or time on', timeValue),
    subject: option('--subject <id>', 'only what was done to this move, entry or policy', textValue),
    who: option('--who <name>', 'only what this person has done', textValue),
  },
  examples: ['treasury audit list --since 2026-11-01', 'treasury audit list -o ndjson > audit.ndjson'],
  async run({ options: { since = 0, subject, who } }, shell) {
    const { readTreasury } = await import('../treasuryStore.ts');
    const { auditLog } = await import('../auditLog.ts');
    const { printRows } = await import('../print.ts');
    const rows: AuditRow[] = [];
    await readTreasury(shell, async (store) => {
      for await (const row of auditLog(store)) {
        if (row.at >= since && (subject ?? row.subject) === row.subject && (who ?? row.who) === row.who) rows.push(row);
      }
    });
    printRows(shell, COLUMNS, rows);
  },
});

const COLUMNS: readonly Column<AuditRow>[] = [
  { key: 'seq', kind: 'number', value: ({ seq }) => seq },
  { key: 'at', kind: 'time', value: ({ at }) => at },
  { key: 'who', value: ({ who }) => who },
  { key: 'what', value: ({ what }) => what },
  { key: 'subject', isWhole: true, value: ({ subject }) => subject },
  { key: 'before', value: ({ before }) => before },
  { key: 'after', value: ({ after }) => after },
  { key: 'evidence', value: ({ evidence }) => evidence },
  { key: 'previous', value: ({ previous }) => previous, short: ({ previous }) => previous.slice(0, 12) },
  { key: 'hash', value: ({ hash }) => hash, short: ({ hash }) => hash.slice(0, 12) },
];
