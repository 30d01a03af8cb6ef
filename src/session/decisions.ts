import type { Output } from '../engine/engineState.ts';
import { canonicalText, exactValue } from './exactText.ts';

/** One decision of the engine on an event: a command, a refusal, or a change of state, as `type` says. */
export type Decision = Readonly<Record<string, unknown>> & { readonly type: string };

/** Outputs that only say something and decide nothing. */
const TALK: ReadonlySet<Output['type']> = new Set(['log', 'alert', 'plot', 'leg', 'worked']);

/**
 * The decisions among the outputs of one event as canonical text. Empty when there are none. `failure` is given when the engine
 * threw.
 */
export function decisionsText(outputs: readonly Output[], failure?: string): string {
  const decisions: unknown[] = outputs.filter(({ type }) => !TALK.has(type));
  if (failure !== undefined) decisions.push({ type: 'engine-failed', message: failure });
  return decisions.length === 0 ? '' : canonicalText(decisions);
}

export function decisionsOf(text: string): readonly Decision[] {
  return text === '' ? [] : (exactValue(text) as readonly Decision[]);
}
