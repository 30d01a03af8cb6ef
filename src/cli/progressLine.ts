import { durationText } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Shell } from './shell.ts';

/** How far long work is, on one line of a terminal; elsewhere nothing is said until it is over. */
export interface ProgressLine {
  /** `share`: of the whole, 0 to 1, where it is known. `count`: of what is counted, so far. */
  readonly tell: (share: number | undefined, count: number) => void;
  /** Says what was done, and how fast. */
  readonly end: (count: number) => void;
}

const TELL_EVERY_MS = 200;

export function progressLine(shell: Shell, unit: string): ProgressLine {
  const { output } = shell.options;
  const isSilent = output === 'json' || output === 'ndjson';
  const isTerminal = shell.err.isTTY === true && !isSilent;
  const beganMs = systemClock.monotonicMs();
  let toldMs = beganMs;
  const rate = (count: number): string => `${Math.round((count / Math.max(1, systemClock.monotonicMs() - beganMs)) * 1000)} ${unit}/s`;
  return {
    tell(share, count) {
      const nowMs = systemClock.monotonicMs();
      if (!isTerminal || nowMs - toldMs < TELL_EVERY_MS) return;
      toldMs = nowMs;
      const text = `${count} ${unit}, ${rate(count)}`;
      const leftMs = share !== undefined && share > 0 ? ((nowMs - beganMs) / share) * (1 - share) : 0;
      shell.err.write(
        share === undefined ? `\r${text}\u001b[K` : `\r${Math.floor(share * 100)} %  ${text}, ${durationText(leftMs)} left\u001b[K`,
      );
    },
    end(count) {
      if (isTerminal) shell.err.write('\r\u001b[K');
      if (!isSilent) shell.err.write(`${count} ${unit} in ${durationText(systemClock.monotonicMs() - beganMs)}, ${rate(count)}\n`);
    },
  };
}
