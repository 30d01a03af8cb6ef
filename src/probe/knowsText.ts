import { stringify } from 'yaml';
import { durationText, exactDuration, HOUR_MS, type Instant, isoOf } from '../base/instant.ts';
import type { Finding } from './finding.ts';
import type { Knowledge } from './knowledge.ts';

export interface KnowsFacts {
  /** Host and port. */
  readonly venue: string;
  readonly at: Instant;
  /** The program and its version. */
  readonly by: string;
  readonly name: string;
}

/** What a handful of orders has shown is not the worst that there is. */
const LAG_FACTOR = 3;
const LEAST_LAG_MS = 15_000;
const MOST_LAG_MS = HOUR_MS;

/** The file that a person reads and edits, and that `venue.knows.file` names. */
export function knowsText(findings: readonly Finding[], learned: Knowledge, { venue, at, by, name }: KnowsFacts): string {
  const { pageBase, replace, lagMs, timestampWindowMs, refusals = [] } = learned;
  const lag = Math.min(MOST_LAG_MS, Math.max(LEAST_LAG_MS, Math.ceil((LAG_FACTOR * (lagMs ?? 0)) / 1000) * 1000));
  const lines = [
    `# What \`sluice probe\` found out at ${venue}. Read it, correct it, and name it in the configuration:`,
    `#   venue: { knows: { file: ./${name} } }`,
    '# What stands in the configuration itself counts before it. A line that is removed counts as not known, which is always safe.',
    '',
    stringify({ probed: { venue, at: isoOf(at), by } }).trimEnd(),
    '',
    '# Number of the first page in page-counted lists.',
    `pageBase: ${pageBase ?? 'unknown'}`,
    '',
    '# atomic-keeps-id where a replaced order keeps its id and a refused replacement leaves it alone. A venue that gives a new id may have both open for a',
    '# moment, which nobody can see from outside: write atomic-new-id when the venue promises that it has not.',
    `replace: ${replace ?? 'unknown'}`,
    '',
    `# How late orders and executions may show. ${lagMs === undefined ? 'Nothing was measured.' : `The latest was ${durationText(lagMs)}; three times that, and never less than 15s.`}`,
    `visibleWithin: ${exactDuration(lag)}`,
    '',
    '# From what age on a timestamp is refused: so long a request whose answer was lost may still be carried out.',
    timestampWindowMs === undefined ? '# timestampWindow: not found out' : `timestampWindow: ${exactDuration(timestampWindowMs)}`,
    '',
    '# Codes of refusals of which it was proven often enough that nothing came (`sluice refusals list`).',
    refusals.length === 0 ? '# refusals: none yet' : stringify({ refusals }).trimEnd(),
    '',
    '# What was seen, for people. Nothing reads it.',
    stringify(
      {
        seen: Object.fromEntries(
          findings.map(({ question, seen, verdict }) => [question, verdict === 'unknown' ? `not known: ${seen}` : seen]),
        ),
      },
      { lineWidth: 0 },
    ).trimEnd(),
    '',
  ];
  return lines.join('\n');
}
