import { systemClock } from '../base/systemClock.ts';
import { followExecution } from '../daemon/followExecution.ts';
import type { Executed } from '../daemon/beginExecution.ts';
import type { Execution } from '../daemon/history/executionHistory.ts';
import type { OperatorResult } from '../daemon/askOperator.ts';
import { reachDaemon } from './daemonWay.ts';
import { say, type Shell } from './shell.ts';

type Working = Extract<OperatorResult, { readonly outcome: 'working' | 'canceled' | 'filled' | 'cancel-sent' | 'expired' }>;

/** Follows a worked order of the daemon to its end. Without a daemon there is nothing to follow: what was said stands. */
export async function followed(shell: Shell, begun: Working): Promise<OperatorResult> {
  const { orderId } = begun;
  const { control } = await reachDaemon(shell);
  if (control === undefined) return begun;
  const look = (): Promise<Execution> => control.call('executions.show', { id: orderId });
  const tell = (message: string): void => say(shell, message);
  const { state, end, message } = await followExecution({ look, clock: systemClock, signal: shell.stopSignal(), tell });
  const outcome: Executed['outcome'] = state === 'working' ? 'working' : end === 'filled' || end === 'expired' ? end : 'canceled';
  return { outcome, orderId, message: state === 'working' ? `${message}; the daemon goes on with it` : message };
}
