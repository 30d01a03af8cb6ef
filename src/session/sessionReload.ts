import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { StrategyCode } from '../loading/strategyCode.ts';
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
}

const FILE = /^reload-(\d{1,6})\.json$/;

/** Writes it into the folder of the session, before the engine hears of it. */
export function writeReload(folder: string, reload: SessionReload): void {
  writeFileSync(join(folder, `reload-${reload.revision}.json`), `${exactText(reload)}\n`, { mode: 0o600 });
}

/** The reloads of a session, oldest first. Throws a `Fault` `store` when one can't be read. */
export function readReloads(folder: string): readonly SessionReload[] {
  const names = readdirSync(folder).filter((name) => FILE.test(name));
  const found = names.map((name): SessionReload => {
    const reload = exactValue(readFileSync(join(folder, name), 'utf8')) as SessionReload | null;
    const isWhole = Array.isArray(reload?.engine?.strategies) && Array.isArray(reload.before) && `reload-${reload.revision}.json` === name;
    if (!isWhole) throw new Fault('store', `${join(folder, name)} does not say what was reloaded`);
    return reload;
  });
  return found.sort((a, b) => a.revision - b.revision);
}
