import { posix } from 'node:path';
import { codeOf } from './code.ts';
import { type Source, within } from './source.ts';

const MAX_LINES = 300;

/** Files that may be longer than the limit, each with its reason. */
export const LONG_BY_DESIGN: Readonly<Record<string, string>> = {};

/** All code of the project. */
function codeFiles(sources: readonly Source[]): Source[] {
  return ['src/', 'strategies/', 'test/', 'bin/', 'web/'].flatMap((folder) => within(sources, folder, '.ts', '.tsx', '.js'));
}

/** What is loaded by name: the daemon and the page. */
function namedFiles(sources: readonly Source[]): Source[] {
  return ['src/', 'web/'].flatMap((folder) => within(sources, folder, '.ts', '.tsx'));
}

export function lengthFaults(sources: readonly Source[], excused = LONG_BY_DESIGN): string[] {
  const files = codeFiles(sources);
  const faults = files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    if (lines <= MAX_LINES) return path in excused ? [`${path}: is short enough by now; remove it from LONG_BY_DESIGN`] : [];
    return path in excused ? [] : [`${path}: ${lines} lines, at most ${MAX_LINES}; split it by what changes together`];
  });
  const gone = Object.keys(excused).filter((path) => !files.some((file) => file.path === path));
  return [...faults, ...gone.map((path) => `${path}: is listed in LONG_BY_DESIGN and does not exist; remove the line`)];
}

/** Only strategies have default exports, because a loader takes them by their file. */
export function defaultExportFaults(sources: readonly Source[]): string[] {
  return namedFiles(sources)
    .filter(({ text }) => /\bexport\s+default\b|\bas\s+default\b/.test(codeOf(text)))
    .map(({ path }) => `${path}: exports a default; export it by its name`);
}

const DOORS = ['src/engine/kit.ts', 'src/client/index.ts'];

/** A file that only passes on the exports of others hides where things are. Only the package's entries may. */
export function barrelFaults(sources: readonly Source[]): string[] {
  return namedFiles(sources)
    .filter(
      ({ path, text }) => !DOORS.includes(path) && /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s+)?from\b/.test(codeOf(text)),
    )
    .map(({ path }) => `${path}: passes on another file's exports; let the readers import that file`);
}

/** Files named for a topic and not for an export, each with its reason. */
export const NAMED_FOR_TOPIC: Readonly<Record<string, string>> = {
  'src/contract/wire.ts': 'the codecs of the wire, all alike',
  'src/client/index.ts': 'the door of the package',
  'src/engine/kit.ts': 'the door for strategies',
  'src/control/controlMessages.ts': 'what goes through the control socket, read and written',
  'src/engine/fingerprints.ts': 'the amounts by which orders are told apart',
  'src/engine/portfolio.ts': 'the arithmetic of positions',
  'src/engine/wantedQuotes.ts': 'what a strategy wants resting, on the grid',
  'src/research/metrics/sampleStatistics.ts': 'the statistics of a sample, all alike',
  'src/gateway/clockTimers.ts': 'RxJS timers on a Clock',
  'web/main.tsx': 'the entry of the page',
  'web/build.ts': 'a command',
  'web/live/actions.ts': 'what a person may tell the daemon',
};

/** A file is named for what it exports: one of its exports contains a word of the name. */
export function nameFaults(sources: readonly Source[], excused = NAMED_FOR_TOPIC): string[] {
  const files = namedFiles(sources);
  const faults = files.flatMap(({ path, text }) => {
    const names = exportedNames(text);
    const stems = stemsOf(posix.basename(path).replace(/\.tsx?$/, ''));
    const named = names.some((name) => stems.some((stem) => name.toLowerCase().includes(stem)));
    if (named || path in excused) return [];
    return [`${path}: exports ${names.join(', ') || 'nothing'}, and nothing that is named for the file; rename the file or the export`];
  });
  const gone = Object.keys(excused).filter((path) => !files.some((file) => file.path === path));
  return [...faults, ...gone.map((path) => `${path}: is listed in NAMED_FOR_TOPIC and does not exist; remove the line`)];
}

/** The beginnings of the words in a name: `bookDecoder` gives `book` and `deco`. */
function stemsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|\W/).map((word) => word.slice(0, 4).toLowerCase());
}

export function exportedNames(text: string): string[] {
  const code = codeOf(text);
  const declared = [
    ...code.matchAll(/\bexport\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const|let|interface|type)\s+(\w+)/g),
  ].map((match) => match[1]!);
  const listed = [...code.matchAll(/\bexport\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap((match) =>
    match[1]!
      .split(',')
      .map((item) => item.trim().split(/\s+/).at(-1)!)
      .filter((item) => item !== ''),
  );
  return [...new Set([...declared, ...listed])];
}

const WORDS: readonly (readonly [pattern: RegExp, where: 'text' | 'code', remedy: string])[] = [
  [/\b(?:TODO|FIXME|HACK)\b|(?:\/\/|\*) ?XXX\b/, 'text', 'do it now, or write an issue'],
  [/@ts-(?:ignore|nocheck|expect-error)\b/, 'text', 'make the types say it'],
  [/\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo|skipIf|runIf|fails)\b/, 'code', 'every test runs, always'],
  [/\b(?:xit|xdescribe|fit|fdescribe)\(/, 'code', 'every test runs, always'],
  [/\bvi\.(?:mock|fn|spyOn|stubGlobal|useFakeTimers|hoisted)\b/, 'code', 'use the real thing, or a port with a virtual implementation'],
  [/\bconsole\.\w+/, 'code', 'write to the stream or the logger that was handed in'],
];

/** Words that mark unfinished or silenced work. */
export function wordFaults(sources: readonly Source[]): string[] {
  const files = codeFiles(sources);
  // The checks themselves have to name the words.
  const ours = files.filter(({ path }) => !path.startsWith('test/tidy'));
  return ours.flatMap(({ path, text }) => {
    const code = codeOf(text);
    return WORDS.flatMap(([pattern, where, remedy]) => {
      const match = pattern.exec(where === 'text' ? text : code);
      return match === null ? [] : [`${path}:${text.slice(0, match.index).split('\n').length}: "${match[0]}"; ${remedy}`];
    });
  });
}

const SPAN = /\bconst (?:MINUTE|HOUR|DAY)(?:_MS)? = (?:[\d_]{6,10};|\d+ \*)/;

/** How long a minute, an hour and a day are is said in one place. The page can't import it. */
export function spanFaults(sources: readonly Source[]): string[] {
  return ['src/', 'test/', 'strategies/']
    .flatMap((folder) => within(sources, folder, '.ts'))
    .filter(({ path, text }) => path !== 'src/base/instant.ts' && SPAN.test(codeOf(text)))
    .map(({ path, text }) => `${path}: "${SPAN.exec(codeOf(text))![0]}"; import it from src/base/instant.ts`);
}

const PLACES = /(?<![\w.@}/:-])\/(?:work|root|home\/\w+|Users\/\w+|private\/var)\b|\bC:\\Users\b/;
const REGISTRY = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|\bnpm\.pkg\.github\.com|\/artifactory\/|\bverdaccio\b/i;

/** Nothing may depend on, or mention, the machine on which it was written. */
export function machineFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('test/tidy'))
    .flatMap(({ path, text }) =>
      [PLACES, REGISTRY].flatMap((pattern) => {
        const match = pattern.exec(text);
        if (match === null) return [];
        const line = text.slice(0, match.index).split('\n').length;
        return [`${path}:${line}: "${match[0]}" belongs to one machine; use a relative path, a setting, or the system's temporary folder`];
      }),
    );
}
