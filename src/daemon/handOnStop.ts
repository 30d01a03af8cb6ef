import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import { askedStopText } from './askedStop.ts';
import type { StopTrading } from './operations.ts';
import type { StatePaths } from './statePaths.ts';

/**
 * Asks the process that has taken the account over for a stop that could not be written down before. Answers who was asked; it will find the
 * stop even if nobody waits for its answer. Undefined where nobody owns the account, or no server keeps it.
 */
export async function handOnStop(
  { server, database }: Pick<StatePaths, 'server' | 'database'>,
  clock: Clock,
  { scope, state, orders, reason }: StopTrading,
): Promise<string | undefined> {
  if (server === undefined) return undefined;
  const { askOwner } = await import('../store/askOwner.ts');
  const what = askedStopText({ what: scope.of === 'all' ? undefined : scope.name, state, orders, reason: `${reason} on ${hostname()}` });
  return new Promise((resolve, reject) => {
    askOwner({ server, path: database, clock, what, onAsked: resolve }).then(() => resolve(undefined), reject);
  });
}
