import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { StrategyCode } from '../loading/strategyCode.ts';
import { readBounded } from './readBounded.ts';
import { exactText, exactValue } from './exactText.ts';
import type { RecordedEngine } from './recordedEngine.ts';

/** What a reload has put into force. The event in the session names its number. */
export interface SessionReload {
  readonly revision: number;
  readonly at: Instant;
  readonly engine: RecordedEngine;
  /** The whole configuration as `config show` prints it, with secrets masked. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Code that strategies had until then, and whose files say something else by now. */
  readonly before: readonly StrategyCode[];
  /** Why the engine did not take it: nothing of it was ever in force. Undefined when it did. A replay needs it all the same. */
  readonly refused?: string | undefined;
}

/** No daemon is reloaded more often in one life. */
const MOST_RELOADS = 10_000;
const FILE = /^reload-(\d{1,6})\.json$/;

/** Writes it into the folder of the session, before the engine hears of it, and again when the engine has refused it: all of it, or nothing. */
export function writeReload(folder: string, reload: SessionReload): void {
  const path = join(folder, `reload-${reload.revision}.json`);
  writeFileSync(`${path}.tmp`, `${exactText(reload)}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

function isCode(code: unknown): code is StrategyCode {
  const { file, files } = (code ?? {}) as Partial<StrategyCode>;
  const isTexts = typeof files === 'object' && files !== null && Object.values(files).every((text) => typeof text === 'string');
  return typeof file === 'string' && isTexts && Object.hasOwn(files, file);
}

/** The reloads of a session, oldest first. Throws a `Fault` `store` when one can't be read. */
export function readReloads(folder: string): readonly SessionReload[] {
  const names = readdirSync(folder).filter((name) => FILE.test(name));
  if (names.length > MOST_RELOADS) throw new Fault('store', `${folder} has more than ${MOST_RELOADS} reloads`);
  const found = names.map((name): SessionReload => {
    const reload = exactValue(readBounded(join(folder, name))) as SessionReload | null;
    const isWhole = Array.isArray(reload?.engine?.strategies) && `reload-${reload.revision}.json` === name;
    if (!isWhole || !Array.isArray(reload.before) || !reload.before.every(isCode))
      throw new Fault('store', `${join(folder, name)} does not say what was reloaded`);
    return reload;
  });
  return found.sort((a, b) => a.revision - b.revision);
}
