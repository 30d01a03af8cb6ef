import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { applied, type Change } from '../../applied.ts';
import type { Shares } from '../faults.ts';
import type { Plan } from '../plan.ts';

/** One rule of the design taken out of the code, in the memory of one process: no switch for it is in the program. */
export interface Mutant {
  readonly name: string;
  /** What the design says and this does not do. */
  readonly about: string;
  /** The faults under which the rule carries weight; without, those of each seed. */
  readonly under?: Shares;
  /** Whether what it breaks is that lanes open again. */
  readonly isLive?: boolean;
  /** The small world in which all ways with so many faults are gone (so many `others` than crashes; default all), one of which shows it; without, seeded worlds. */
  readonly scope?: { readonly scenario: string; readonly faults: number; readonly others?: number };
  /** How many orders of a lane may be unknown; default one. */
  readonly unknownPerLane?: number;
  /** In place of those of each seed, so that they are met often. */
  readonly limits?: Pick<Plan, 'mostOpen' | 'mostExposed'>;
  readonly changes: readonly Change[];
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Every module that is loaded from here on is the mutant's. Throws where the code is no longer what the mutant changes. */
export function mutate({ name, changes }: Mutant): { readonly assertAllMade: () => void } {
  const made = new Set<Change>();
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith('file:')) return loaded;
      const path = fileURLToPath(url);
      const mine = changes.filter(({ file }) => path === ROOT + file);
      if (mine.length === 0) return loaded;
      for (const change of mine) made.add(change);
      return { ...loaded, source: applied(Buffer.from(loaded.source as Uint8Array).toString(), mine) };
    },
  });
  return {
    assertAllMade: () => {
      const left = changes.find((change) => !made.has(change));
      if (left !== undefined) throw new Error(`mutant ${name}: ${left.file} was never loaded`);
    },
  };
}
