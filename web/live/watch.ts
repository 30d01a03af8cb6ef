import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { ControlName } from '../../src/control/contract/controlRows.ts';
import { failureText } from '../pure/faultOfAnswer.ts';
import { ask } from './askDaemon.ts';
import { isHeard } from './told.ts';

/** While there is nobody to ask, the next look comes sooner. */
const SOON_MS = 200;

/** Asks a row without fields again and again, while the daemon is heard and the page is seen, for what the bar shows on every page. */
export async function watch<N extends ControlName>(
  name: N,
  everyMs: number,
  tell: (answer: ControlReply<N> | undefined, failure: string | undefined) => void,
): Promise<void> {
  const isAsked = isHeard.value && !document.hidden;
  if (isAsked) {
    await ask(name, {} as Parameters<typeof ask<N>>[1]).then(
      (answer) => tell(answer, undefined),
      (error: unknown) => tell(undefined, failureText(error)),
    );
  }
  setTimeout(() => void watch(name, everyMs, tell), isAsked ? everyMs : SOON_MS);
}
