import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';

/** What came of letting something trade again: what still stops it, which strategies stay paused, and which have ended. */
export function resumedText(what: string, { left, paused, stopped: ended }: WireForm<ControlReply<'trading.resume'>>): string {
  const isItself = ended.some(({ name }) => name === what);
  const stopped = left.map(({ scope, state }) => `${scope === 'all' ? 'all trading' : scope} is still ${state}`);
  const told = stopped.length === 0 && !isItself ? [`${what} may trade again`] : stopped;
  return [...told, ...paused.map((name) => `${name} stays paused`), ...ended.map(({ name }) => endedText(name))].join('; ');
}

/** A strategy that threw or was stopped for good does not go on by a button. */
export function endedText(name: string): string {
  return `${name} is stopped until the next start, or a reload of a changed version`;
}
