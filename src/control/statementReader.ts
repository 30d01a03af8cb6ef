import type { Clock } from '../base/clock.ts';
import { BesideReader, type BesideTerms } from './besideReader.ts';
import type { StatementView } from './contract/statementView.ts';
import type { StatementWork } from './statementWorker.ts';

/** Makes statements in a process beside the trading. */
export function statementReader(clock: Clock, start?: BesideTerms<StatementWork>['start']): BesideReader<StatementWork, StatementView> {
  return new BesideReader({
    clock,
    entry: 'src/control/statementWorker.ts',
    made: 'statements',
    through: 'the books',
    commandOf: ({ month }) => `sluice treasury statement --month ${month ?? 'MONTH'}`,
    start,
  });
}
