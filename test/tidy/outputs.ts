import type { Source } from './source.ts';

/** What may be written in one place only, the places, and what to use anywhere else. */
const RULES: readonly (readonly [pattern: RegExp, homes: readonly string[], instead: string])[] = [
  [/\bprocess\.std(?:out|err)\b/, ['src/cli/io.ts'], 'a command writes to the outputs of its shell'],
  [/\bconsole\./, [], 'a command writes to the outputs of its shell'],
  [/\bguardedOutput\(|\bguardedIo\(/, ['src/cli/outputGuard.ts', 'src/cli/main.ts'], 'a command is given guarded outputs'],
  [
    /\\u001b|\\x1b|\\033/i,
    ['src/cli/outputGuard.ts', 'src/cli/liveView.ts', 'src/cli/progressLine.ts', 'src/cli/recordRun.ts'],
    'colours are made by styleText, and rows are redrawn by `draw`',
  ],
  [/\\u007f-\\u009f|\\x7f-\\x9f/, ['src/base/plainText.ts'], 'what a stranger may not write is known to plainText.ts alone'],
  [/=\+\\?-@|\[=\+/, ['src/base/plainText.ts'], 'a cell of CSV is made by csvCell'],
];

/** Texts of strangers reach terminals, CSV and logs through one place each; these are the ways around it. */
export function outputFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      RULES.filter(([pattern, homes]) => !homes.includes(path) && pattern.test(text)).map(
        ([pattern, , instead]) => `${path}: ${pattern.exec(text)![0]}: ${instead}`,
      ),
    );
}
