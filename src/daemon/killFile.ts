import { existsSync, readFileSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';

/** How often the file is looked for. Each look costs some microseconds. */
const LOOK_EVERY_MS = 50;

/** The content of the file that closes positions as well. */
const CLOSE = 'flatten';

export interface KillFileOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Called once each time that the file appears, and at once when it is there already. */
  readonly onFound: (closes: boolean) => void;
}

/**
 * Watches for a file whose presence ends trading, for people and programs that can do nothing else. Returns a function that ends
 * the watch.
 */
export function watchKillFile({ path, clock, onFound }: KillFileOptions): () => void {
  let wasThere = false;
  let cancel: () => void = () => undefined;
  const look = (): void => {
    const isThere = existsSync(path);
    if (isThere && !wasThere) onFound(saysClose(path));
    wasThere = isThere;
    cancel = clock.setTimer(LOOK_EVERY_MS, look);
  };
  look();
  return () => cancel();
}

/** Throws a `Fault` `halted` while the file is there: whoever made it does not want trading to go on. */
export function assertNoKillFile(path: string): void {
  if (!existsSync(path)) return;
  throw new Fault('halted', `the kill file ${path} is still there`, {
    outcome: 'not-sent',
    suggestion: `remove it (\`rm ${path}\`), then repeat`,
  });
}

/** A file that can't be read only says that it is there. */
function saysClose(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() === CLOSE;
  } catch {
    return false;
  }
}
