import { argument, command, option } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const reportCompare = command({
  name: 'report compare',
  about: 'Compare two backtests: what differs in their inputs, their metrics side by side, the first decision they did not share',
  args: {
    a: argument('a', 'an id, the beginning of one, a folder, or last', textValue),
    b: argument('b', 'the other one', textValue),
  },
  options: {
    runs: option('--runs <dir>', 'folder of the runs (else backtest.runs of -c FILE, else ./runs)', textValue),
    html: option('--html <file>', 'write the comparison as a page, too', textValue),
  },
  examples: [
    'report compare maker-week-3f9a01c2d4e5 maker-week-77b0e1aa90c1',
    'report compare maker-week-3f last --html both.html',
    'report compare ./runs/a ./runs/b -o json',
  ],
  async run({ args, options }, shell) {
    const { writeFileSync } = await import('node:fs');
    const { resolve } = await import('node:path');
    const { onDisk } = await import('../../base/diskFault.ts');
    const { compareRuns, sameMarket } = await import('../../research/report/runComparison.ts');
    const { firstDecisionDifference } = await import('../../research/report/decisionDifference.ts');
    const { readRunSummary } = await import('../../research/report/runSummary.ts');
    const { printComparison } = await import('../comparisonText.ts');
    const { findRun, runsFolder } = await import('../runFolders.ts');

    const runs = await runsFolder(options.runs, shell);
    const { folder: a } = findRun(args.a, runs, shell.cwd);
    const { folder: b } = findRun(args.b, runs, shell.cwd);
    const comparison = compareRuns(await readRunSummary(a), await readRunSummary(b));
    const decision = sameMarket(comparison) ? await firstDecisionDifference(a, b) : undefined;
    printComparison(shell, comparison, decision);
    if (options.html !== undefined) {
      const { comparisonPage } = await import('../../research/report/comparisonPage.ts');
      const file = resolve(shell.cwd, options.html);
      onDisk(`the comparison ${file} can't be written`, () => writeFileSync(file, comparisonPage(comparison, decision)));
      say(shell, `wrote ${file}`);
    }
    // The same inputs must give the same run. Anything else is a fault that must be looked into.
    const broken = comparison.inputs.length === 0 && (decision !== undefined || comparison.figures.some(differs));
    return broken ? 10 : 0;
  },
});

function differs({
  bands,
}: {
  readonly bands: Readonly<Record<string, { readonly a: number | null; readonly b: number | null }>>;
}): boolean {
  return Object.values(bands).some(({ a, b }) => a !== b);
}
