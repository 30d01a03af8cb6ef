import { existsSync, readFileSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';

/** So often the file is looked for: it costs some microseconds each time. */
const LOOK_EVERY_MS = 50;

/** What stands in the file to have positions closed as well. */
const CLOSE = 'flatten';

export interface KillFileOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Called once each time that the file appears, at once when it is there already. */
  readonly onFound: (closes: boolean) => void;
}

/** Looks for a file whose being there means that trading is to end: for people and programs that can do nothing else. Answers how to end it. */
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

/** A file that can't be read says no more than that it is there. */
function saysClose(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() === CLOSE;
  } catch {
    return false;
  }
}
