import { EventDoor } from '../../engine/eventDoor.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import type { Book } from '../../model/book.ts';
import type { EventBody } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { WarmUpNeed } from '../../model/warmUp.ts';
import type { Instant } from '../../base/instant.ts';

/** What strategies do in an engine apart, before they get anything to trade with. */
export interface Rehearsal {
  /** Those that fail, with the reason. */
  readonly problems: readonly string[];
  /** What they want to be warmed up with. */
  readonly needs: readonly WarmUpNeed[];
}

/**
 * Sets strategies up, starts them, and shows each the last book of its markets, as in a life that begins now. Nothing of it leaves this
 * function.
 */
export function rehearse(engine: EngineSettings, pairs: readonly Pair[], books: readonly Book[], at: Instant): Rehearsal {
  const door = new EventDoor({ ...engine, revisions: undefined });
  let sequence = 0;
  const tell = (body: EventBody): void => void door.process({ ...body, sequence: sequence++, at });
  tell({ type: 'pairs', pairs });
  tell({ type: 'restored', fills: [], conversions: [], orders: [], states: {} });
  tell({ type: 'set-up' });
  const needs = door.warmUpNeeds();
  for (const book of books) tell({ type: 'book', book });
  const stopped = door.snapshot().strategies.filter(({ state }) => state === 'stopped');
  return { problems: [...new Set(stopped.map(({ name, reason }) => `strategies.${name}: ${reason ?? 'it stops at once'}`))], needs };
}
