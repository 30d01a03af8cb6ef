import type { Clock } from '../base/clock.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { FrozenLanes } from './frozenLanes.ts';

interface NotPlacedOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly frozen: FrozenLanes;
}

/** Concludes that nothing came of an intent, and that nothing will: it is told, and its lane opens. */
export async function settleNotPlaced(
  intent: Intent,
  code: 'not-open' | 'lost',
  reason: string,
  { journal, clock, report, frozen }: NotPlacedOptions,
): Promise<void> {
  await journal.settle(intent.id, { state: 'not-sent', at: clock.now(), evidence: reason });
  report({ type: 'intent-not-placed', intentId: intent.id, kind: intent.kind, code, reason });
  await frozen.openIfFree(intent.lane);
}
