import { counted } from '../base/counted.ts';
import { durationText, HOUR_MS } from '../base/instant.ts';
import type { Clock } from '../base/clock.ts';
import { systemClock } from '../base/systemClock.ts';
import { draw } from './outputGuard.ts';
import type { Shell } from './shell.ts';

/** The progress of long work: one changing line on a terminal, else a line now and then. Programs (JSON) get nothing. */
export interface ProgressLine {
  /** `share` is the done share of the whole, from 0 to 1, where it is known. `count` is how many things were done so far. */
  readonly tell: (share: number | undefined, count: number) => void;
  /** Prints what was done, and how fast. */
  readonly end: (count: number) => void;
}

const TELL_EVERY_MS = 200;
/** Where lines stay, there are few: at most one for each tenth of the work and for each period of this length. */
const PLAIN_EVERY_MS = 2000;

const SPEED_TIMES = [
  ['s', 1000],
  ['min', 60_000],
  ['h', HOUR_MS],
] as const;

/** `unit` is what one of the things is called. */
export function progressLine(
  shell: Pick<Shell, 'err' | 'options'>,
  unit: string,
  clock: Pick<Clock, 'monotonicMs'> = systemClock,
): ProgressLine {
  const { output } = shell.options;
  const isSilent = output === 'json' || output === 'ndjson';
  const isTerminal = shell.err.isTTY === true && !isSilent;
  const beganMs = clock.monotonicMs();
  let toldMs = beganMs;
  let toldTenths = 0;
  const text = (share: number | undefined, count: number, ms: number): string => {
    const done = `${counted(count, unit)}, ${speed(count, ms)}`;
    if (share === undefined) return done;
    const left = share > 0 ? `, ${durationText((ms / share) * (1 - share))} left` : '';
    return `${Math.floor(share * 100)} %  ${done}${left}`;
  };
  const speed = (count: number, ms: number): string => speedText(count / Math.max(1, ms), unit);
  return {
    tell(share, count) {
      if (isSilent) return;
      const nowMs = clock.monotonicMs();
      if (nowMs - toldMs < (isTerminal ? TELL_EVERY_MS : PLAIN_EVERY_MS)) return;
      const tenths = share === undefined || share >= 1 ? 0 : Math.floor(share * 10);
      if (!isTerminal && tenths <= toldTenths) return;
      toldMs = nowMs;
      toldTenths = tenths;
      const line = text(share, count, nowMs - beganMs);
      if (isTerminal) draw(shell.err, `\r${line}\u001b[K`);
      else shell.err.write(`${line}\n`);
    },
    end(count) {
      if (isSilent) return;
      const ms = clock.monotonicMs() - beganMs;
      if (isTerminal) draw(shell.err, '\r\u001b[K');
      shell.err.write(`${counted(count, unit)} in ${durationText(ms)}, ${speed(count, ms)}\n`);
    },
  };
}

/** By the shortest of second, minute and hour in which two or more are done. */
function speedText(perMs: number, unit: string): string {
  const [name, ms] = SPEED_TIMES.find(([, each]) => perMs * each >= 2) ?? SPEED_TIMES[perMs === 0 ? 0 : SPEED_TIMES.length - 1]!;
  return `${counted(Math.round(perMs * ms), unit)}/${name}`;
}
