import type { ChainCheck, ChainProblem } from '../../treasury/audit/chainCheck.ts';
import type { Column } from '../column.ts';
import { command, option, optionalArgument } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';

export const treasuryAuditVerify = command({
  name: 'treasury audit verify',
  about: 'Check that no row of the audit log was edited, removed, moved or added; exits with 10 and names the rows if one was',
  args: { file: optionalArgument('file', 'an exported log (else that of the treasury)', textValue) },
  options: {
    anchor: option('--anchor <file>', 'heads that were written down before; without them a cut-off end does not show', textValue),
  },
  examples: ['treasury audit verify', 'treasury audit verify audit.ndjson --anchor /mnt/elsewhere/anchors'],
  async run({ args, options }, shell) {
    const { resolve } = await import('node:path');
    const { ChainCheck } = await import('../../treasury/audit/chainCheck.ts');
    const { readAnchors } = await import('../../treasury/audit/anchorFile.ts');
    const check = new ChainCheck(options.anchor === undefined ? [] : readAnchors(resolve(shell.cwd, options.anchor)));
    if (args.file === undefined) await checkStore(shell, check);
    else {
      const { checkAuditFile } = await import('../../treasury/audit/auditFile.ts');
      checkAuditFile(resolve(shell.cwd, args.file), check);
    }
    const problems = check.end();
    await print(shell, check, problems);
    return problems.length === 0 ? 0 : 10;
  },
});

async function checkStore(shell: Shell, check: ChainCheck): Promise<void> {
  const { readTreasury } = await import('../treasuryStore.ts');
  const { auditLog } = await import('../auditLog.ts');
  await readTreasury(shell, async (store) => {
    for await (const row of auditLog(store)) check.add(row);
  });
}

async function print(shell: Shell, { count, head }: ChainCheck, problems: readonly ChainProblem[]): Promise<void> {
  const { counted } = await import('../../base/counted.ts');
  const { printJson, printRows } = await import('../print.ts');
  if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
    printJson(shell, { intact: problems.length === 0, rows: count, head: head?.hash ?? null, problems });
    return;
  }
  printRows(shell, COLUMNS, problems);
  const what = head === undefined ? 'no row' : `${counted(count, 'row')}, head ${head.seq} ${head.hash}`;
  say(shell, problems.length === 0 ? `intact: ${what}` : `${counted(problems.length, 'problem')}: ${what}`);
}

const COLUMNS: readonly Column<ChainProblem>[] = [
  { key: 'seq', kind: 'number', value: ({ seq }) => seq },
  { key: 'problem', value: ({ problem }) => problem, style: () => 'red' },
];
