import type { Log } from '../daemon/log.ts';
import { note, say, type Shell } from './shell.ts';

/** What people at the terminal are told in its own way, or by the end of the command. */
const OF_ITS_LIFE: ReadonlySet<string> = new Set(['started', 'standing-by']);
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['stopping', 'gave-up']);

/** What a treasury that is served has to say, for who looks at its standard error. */
export function treasuryLog(shell: Pick<Shell, 'err' | 'options'>): Log {
  return {
    write(_level, event, message) {
      if (OF_ITS_LIFE.has(event)) say(shell, message);
      else if (!TOLD_ELSEWHERE.has(event)) note(shell, message);
    },
    setLevel: () => undefined,
    flush: () => undefined,
  };
}
