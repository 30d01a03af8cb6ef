import { isBuiltin } from 'node:module';
import { codeOf } from './code.ts';
import { importsOf, packageImportsOf } from './imports.ts';
import { type Source, within } from './source.ts';

const PURE_FOLDERS = [
  'src/base/',
  'src/model/',
  'src/contract/',
  'src/addresses/',
  'src/market/',
  'src/ledger/',
  'src/policy/',
  'src/engine/',
  'src/exchange/',
  'strategies/',
  'web/pure/',
];

const TIMERS = /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|AbortSignal\.timeout)\b/;
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\s*(?:\(\s*\)|(?![\s(\w]))|(?<!new )\bDate\(|\bperformance\.now\b|\bhrtime\b|\bTemporal\.Now\b/;
const CHANCE = /\bMath\.random\b|\bcrypto\.(?:random|getRandom)\w*/;

/** What pure code must not use, and what to use instead. */
const IMPURE: readonly (readonly [rule: string, pattern: RegExp, remedy: string])[] = [
  ['async', /\basync\b|\bawait\b|\bPromise(?:Like)?\b/, 'return a command or take an event instead of waiting'],
  ['timers', TIMERS, 'take the time from events, or a Clock from outside'],
  ['clock', WALL_CLOCK, 'take the instant as a parameter, or a Clock from outside'],
  ['chance', CHANCE, 'take a Random from outside'],
  ['process', /\bprocess\.|\bfetch\(|\bconsole\./, 'do it on a floor that touches the world'],
];

/** Exceptions by file and rule, each with its reason. An entry that no longer excuses anything is itself a fault. */
export const IMPURE_BY_DESIGN: Readonly<Record<string, { readonly rules: readonly string[]; readonly because: string }>> = {
  'src/base/clock.ts': { rules: ['async'], because: 'the port says what waiting is' },
  'src/base/virtualClock.ts': { rules: ['async'], because: 'it advances only when the work that it started has settled' },
  'src/base/oneAtATime.ts': { rules: ['async'], because: 'it says what it is to wait for one another' },
  'src/base/systemClock.ts': { rules: ['async', 'timers', 'clock'], because: 'it is the one reader of the wall clock' },
  'src/model/chronicle.ts': { rules: ['async'], because: 'a port whose implementation waits for the disk' },
  'src/model/ledger.ts': { rules: ['async'], because: 'a port whose implementation waits for the disk' },
  'src/model/journal.ts': { rules: ['async'], because: 'types of a port only: a disk is waited for by whoever implements it' },
};

/** Pure folders have no promises, node modules, timers, clocks, random numbers or loggers. */
export function purityFaults(sources: readonly Source[], excused = IMPURE_BY_DESIGN): string[] {
  const pure = PURE_FOLDERS.flatMap((folder) => within(sources, folder, '.ts'));
  const faults = pure.flatMap((source) => {
    const broken = brokenRules(source);
    const allowed = excused[source.path]?.rules ?? [];
    const unused = allowed.filter((rule) => !broken.has(rule));
    return [
      ...[...broken].filter(([rule]) => !allowed.includes(rule)).map(([, fault]) => fault),
      ...unused.map((rule) => `${source.path}: is excused from "${rule}" and does not need it; remove that from IMPURE_BY_DESIGN`),
    ];
  });
  const gone = Object.keys(excused).filter((path) => !pure.some((source) => source.path === path));
  return [...faults, ...gone.map((path) => `${path}: is excused in IMPURE_BY_DESIGN and does not exist; remove the line`)];
}

function brokenRules(source: Source): Map<string, string> {
  const broken = new Map<string, string>();
  const code = codeOf(source.text);
  for (const [rule, pattern, remedy] of IMPURE) {
    const match = pattern.exec(code);
    if (match !== null) broken.set(rule, `${at(source, match.index)}: "${match[0]}" in a pure folder; ${remedy}`);
  }
  for (const name of importsOf(source)) {
    if (isBuiltin(name) || name === 'pino') {
      broken.set('imports', `${source.path}: imports ${name} in a pure folder; hand in what it gives, or move the file to a higher floor`);
    }
  }
  return broken;
}

/** One file reads the wall clock, and one replaces it to catch strategies that read it. */
const CLOCKS: ReadonlySet<string> = new Set(['src/base/systemClock.ts', 'src/research/backtest/underOtherClock.ts']);

/** Outside the pure folders too, time has one source: `systemClock`. Only code from the daemon up may set timers directly. */
export function clockFaults(sources: readonly Source[]): string[] {
  return within(sources, 'src/', '.ts').flatMap((source) => {
    if (CLOCKS.has(source.path)) return [];
    const code = codeOf(source.text);
    const patterns = /^src\/(?:daemon|control|cli)\//.test(source.path) ? [WALL_CLOCK] : [WALL_CLOCK, TIMERS];
    return patterns.flatMap((pattern) => {
      const match = pattern.exec(code);
      return match === null ? [] : [`${at(source, match.index)}: "${match[0]}" outside systemClock; take a Clock and use it`];
    });
  });
}

/** Packages that only one folder may import. */
const HOMES: readonly (readonly [name: string, home: string])[] = [
  ['sqlite3', 'src/store/'],
  ['pg', 'src/store/'],
  ['p-queue', 'src/client/'],
  ['bullmq', 'src/research/farm/'],
  ['ioredis', 'src/research/farm/'],
  ['@nats-io/transport-node', 'src/feed/'],
  ['@nats-io/jetstream', 'src/feed/'],
];

export function homeFaults(sources: readonly Source[]): string[] {
  return within(sources, 'src/', '.ts').flatMap((source) =>
    packageImportsOf(source).flatMap((name) => {
      const home = HOMES.find(([known]) => known === name)?.[1];
      if (home === undefined || source.path.startsWith(home)) return [];
      return [`${source.path}: imports ${name}, which only ${home} may; use the port that ${home} implements`];
    }),
  );
}

function at(source: Source, index: number): string {
  return `${source.path}:${source.text.slice(0, index).split('\n').length}`;
}
