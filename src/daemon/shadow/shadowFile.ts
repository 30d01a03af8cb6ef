import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { instantOf, isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { codeHash } from '../../loading/codeHash.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import type { ShadowBlock } from '../../research/shadow/compareBlocks.ts';
import type { Settings } from '../../settings/loadSettings.ts';

/** A block, and what the champion has really earned in it. Undefined where no book told. */
export interface CountedBlock extends ShadowBlock {
  readonly live: number | undefined;
}

/**
 * What was counted of a shadow, an hour a line, in `shadow/NAME.jsonl` of the state directory: so it goes on over restarts. Only
 * what was counted of the very same two counts.
 */
export class ShadowFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #pairing: string;

  constructor(state: string, settings: Settings, name: string) {
    this.#folder = join(state, 'shadow');
    this.#path = join(this.#folder, `${name}.jsonl`);
    this.#pairing = pairingOf(settings, name);
  }

  read(): CountedBlock[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return text.split('\n').flatMap((line) => this.#block(line));
  }

  /** Forgets all: the demo's market begins anew with each start, and what it repeats is nothing new. */
  clear(): void {
    rmSync(this.#path, { force: true });
  }

  append({ from, to, champion, challenger, live }: CountedBlock): void {
    const line = { pairing: this.#pairing, from: isoOf(from), to: isoOf(to), champion, challenger, live: live ?? null };
    makeFolder(this.#folder, 0o700);
    // A line that a crash has cut short must not take this one with it.
    appendFileSync(this.#path, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  /** A line that a crash has cut short says nothing. */
  #block(line: string): CountedBlock[] {
    try {
      const { pairing, from, to, champion, challenger, live } = JSON.parse(line) as Record<string, unknown>;
      const [begins, ends] = [instantOf(String(from)), instantOf(String(to))];
      if (pairing !== this.#pairing || begins === undefined || ends === undefined) return [];
      if (typeof champion !== 'number' || typeof challenger !== 'number') return [];
      return [{ from: begins, to: ends, champion, challenger, live: typeof live === 'number' ? live : undefined }];
    } catch {
      return [];
    }
  }
}

/** Both strategies with their code, and the world that they meet in. */
function pairingOf({ mode, shadows, strategies, backtest, directory }: Settings, name: string): string {
  const challenger = shadows[name]!;
  const champion = strategies[challenger.shadow!]!;
  const { balances, fees, latency, queueShare } = backtest;
  const code = [champion, challenger].map(({ use }) => codeHash(use, directory));
  const both = jsonForPeople({ mode, champion, challenger, code, world: { balances, fees, latency, queueShare } });
  return createHash('sha256').update(both).digest('hex').slice(0, 12);
}
