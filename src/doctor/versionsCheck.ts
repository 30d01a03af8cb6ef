import { isFault } from '../base/fault.ts';
import { assertSqliteVersion } from '../store/sqliteVersion.ts';
import type { SqliteFacts } from '../store/inspectDatabase.ts';
import { type Check, type DoctorContext, SOON_MS } from './check.ts';
import { bad, type Finding, ok } from './finding.ts';

const LEAST_NODE = 24;
/** What the store needs of its sqlite: without one of the first it is not safe, with one of the second it has no WAL. */
const NEEDED: RegExp = /^THREADSAFE=[12]$/;
const FATAL: readonly string[] = ['OMIT_WAL', 'OMIT_TRIGGER', 'OMIT_FOREIGN_KEY'];

export const versionsCheck: Check<DoctorContext> = {
  name: 'versions',
  withinMs: SOON_MS,
  async look({ machine }) {
    return [nodeFinding(machine.node), ok(`sluice ${machine.sluice}`), sqliteFinding(await machine.sqlite())];
  },
};

function nodeFinding(version: string): Finding {
  if (Number.parseInt(version, 10) >= LEAST_NODE) return ok(`Node ${version}`);
  return bad(`Node ${version}, and ${LEAST_NODE} or newer is needed`, `install Node ${LEAST_NODE} or newer, then \`npm ci\``);
}

function sqliteFinding({ version, options }: SqliteFacts): Finding {
  try {
    assertSqliteVersion(version);
  } catch (error) {
    if (isFault(error)) return bad(error.message, 'npm ci');
    throw error;
  }
  const wrong = options.filter((option) => FATAL.includes(option));
  if (!options.some((option) => NEEDED.test(option))) wrong.push('no THREADSAFE=1');
  if (wrong.length > 0) return bad(`sqlite ${version} was compiled so that it can't keep a journal: ${wrong.join(', ')}`, 'npm ci');
  return ok(
    `sqlite ${version} (${options.filter((option) => /^(?:THREADSAFE|DEFAULT_SYNCHRONOUS|DEFAULT_WAL_SYNCHRONOUS)=/.test(option)).join(', ')})`,
  );
}
