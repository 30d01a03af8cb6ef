import type { Output } from '../engine/engineState.ts';
import { canonicalText, exactValue } from './exactText.ts';

/** One thing that the engine decided on an event: a command, a refusal, a change of state. `type` says which. */
export type Decision = Readonly<Record<string, unknown>> & { readonly type: string };

/** What is said rather than decided. */
const TALK: ReadonlySet<Output['type']> = new Set(['log', 'plot']);

/** The decisions among the outputs of one event as canonical text; empty when there are none. `failure`: the engine threw. */
export function decisionsText(outputs: readonly Output[], failure?: string): string {
  const decisions: unknown[] = outputs.filter(({ type }) => !TALK.has(type));
  if (failure !== undefined) decisions.push({ type: 'engine-failed', message: failure });
  return decisions.length === 0 ? '' : canonicalText(decisions);
}

export function decisionsOf(text: string): readonly Decision[] {
  return text === '' ? [] : (exactValue(text) as readonly Decision[]);
}
