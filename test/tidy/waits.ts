import { codeOf } from './code.ts';
import { type Source, within } from './source.ts';

const EVENT = 'wait for the event itself, look with until() of test/until.ts for what it brings about, or take a VirtualClock';
const LIMIT = 'it gives up by a limit of its own; use until() of test/until.ts';
const LENGTH = 'start it, wait for what it is to do, then end it with a signal';

/** Ways to wait for a time and hope that it was enough, with what to do instead. */
const WAITS: readonly (readonly [pattern: RegExp, where: 'code' | 'text', remedy: string])[] = [
  [/\b(?:setTimeout|setInterval)\s*\(/, 'code', EVENT],
  [/\bsleep\(\s*systemClock\b/, 'code', EVENT],
  [/\bsetTimeout\s+as\s+\w+/, 'code', EVENT],
  // Also in what a test gives to another process: a script, a strategy, a statement for a database.
  [/\bscheduler\.wait\b|\bAtomics\.wait(?:Async)?\b|\bpg_sleep\b/, 'text', EVENT],
  [/\bvi\.wait(?:For|Until)\b|\bexpect\.poll\b/, 'code', LIMIT],
  [/(['"`])--for\1/, 'text', LENGTH],
];

const STRIKES = 'it strikes at times that are drawn, and a person runs it';

/** Tests that let real time pass, each with its reason. An entry that no longer excuses anything is itself a fault. */
export const WAITS_BY_DESIGN: Readonly<Record<string, string>> = {
  'test/until.ts': 'it is the one place that looks again and again',
  'test/base/systemClock.test.ts': 'the timers of the system are what it tests',
  'test/cli/run.long.test.ts': '--for itself is what it tests',
  'test/cli/record.long.test.ts': '--for itself is what it tests',
  'test/research/farm/fairOrder.long.test.ts':
    'the wait is the work of a run: workers share their time fairly where all runs take the same time',
  'test/soak/realHours.ts': 'a real hour is what it looks at, and a person runs it',
  'test/torture/farmStrikes.ts': STRIKES,
  'test/torture/kills.ts': STRIKES,
  'test/torture/lanes.ts': STRIKES,
  'test/torture/treasuryHandovers.ts': STRIKES,
  'test/torture/treasuryKills.ts': STRIKES,
  'test/torture/writerChanges.ts': STRIKES,
  'test/torture/writerPair.ts': STRIKES,
};

/** A time that is long enough on one machine is too short on a busy one, and too long on every other. */
export function waitFaults(sources: readonly Source[], excused = WAITS_BY_DESIGN): string[] {
  // The checks themselves have to name what they refuse.
  const tests = within(sources, 'test/', '.ts').filter(({ path }) => !path.startsWith('test/tidy'));
  const faults = tests.flatMap(({ path, text }) => {
    const code = codeOf(text);
    const found = WAITS.flatMap(([pattern, where, remedy]) => {
      const match = pattern.exec(where === 'text' ? text : code);
      return match === null ? [] : [`${path}:${text.slice(0, match.index).split('\n').length}: "${match[0]}" waits for a time; ${remedy}`];
    });
    if (!(path in excused)) return found;
    return found.length > 0 ? [] : [`${path}: waits for no time any more; remove it from WAITS_BY_DESIGN`];
  });
  const gone = Object.keys(excused).filter((path) => !tests.some((source) => source.path === path));
  return [...faults, ...gone.map((path) => `${path}: is listed in WAITS_BY_DESIGN and does not exist; remove the line`)];
}
