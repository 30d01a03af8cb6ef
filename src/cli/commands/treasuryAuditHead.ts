import type { Anchor } from '../../treasury/audit/anchorFile.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const treasuryAuditHead = command({
  name: 'treasury audit head',
  about: 'The newest row of the audit log: day, number and hash, to be kept where those who can write the log can not write',
  options: { anchor: option('--anchor <file>', 'also write it at the end of this file', textValue) },
  examples: ['treasury audit head', 'treasury audit head --anchor /mnt/elsewhere/anchors'],
  async run({ options }, shell) {
    const { resolve } = await import('node:path');
    const { Fault } = await import('../../base/fault.ts');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { anchorOf, appendAnchor } = await import('../../treasury/audit/anchorFile.ts');
    const { readTreasury } = await import('../treasuryStore.ts');
    const { printRecord } = await import('../print.ts');
    const head = await readTreasury(shell, (store) => store.auditHead());
    if (head === undefined) throw new Fault('not-found', 'the audit log has no row yet');
    const anchor = anchorOf(head, systemClock.now());
    printRecord(shell, COLUMNS, anchor);
    if (options.anchor === undefined) return;
    const file = resolve(shell.cwd, options.anchor);
    say(shell, appendAnchor(file, anchor) ? `written to ${file}` : `${file} ends with it already`);
  },
});

const COLUMNS: readonly Column<Anchor>[] = [
  { key: 'day', value: ({ day }) => day },
  { key: 'seq', kind: 'number', value: ({ seq }) => seq },
  { key: 'hash', value: ({ hash }) => hash },
];
