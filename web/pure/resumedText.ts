import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';

/** What came of letting something trade again: what still stops it, and which strategies stay paused. */
export function resumedText(what: string, { left, paused }: WireForm<ControlReply<'trading.resume'>>): string {
  const stopped = left.map(({ scope, state }) => `${scope === 'all' ? 'all trading' : scope} is still ${state}`);
  const told = stopped.length === 0 ? [`${what} may trade again`] : stopped;
  return [...told, ...paused.map((name) => `${name} stays paused`)].join('; ');
}
