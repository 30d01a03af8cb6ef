import { hash } from 'node:crypto';
import type { Violation } from '../violations.ts';
import { CRASH, type Path } from './chosenFaults.ts';
import { liveOnce } from './liveOnce.ts';
import type { Scenario } from './scenarios.ts';
import type { StateText } from './stateText.ts';

/** How much may go wrong on one way: crashes, other faults, and both together. */
export interface Bound {
  readonly crashes: number;
  readonly others: number;
  readonly faults: number;
}

export interface Walk {
  readonly scenario: string;
  /** By how many faults they had. */
  readonly runs: readonly number[];
  /** Those in which something could have gone wrong. */
  readonly states: number;
  /** Ways that were not gone because the same had been tried in the same state, with as many faults still to come or more. */
  readonly cut: number;
  readonly steps: number;
  /** Whether no way was left, within the bound. */
  readonly isComplete: boolean;
  readonly violation: (Violation & { readonly path: Path }) | undefined;
}

interface Way {
  readonly path: Path;
  readonly crashes: number;
  readonly others: number;
}

/** Goes all ways through a scenario within a bound, those with fewer faults first. */
export async function walk(scenario: Scenario, bound: Bound): Promise<Walk> {
  const levels: Way[][] = Array.from({ length: bound.faults + 1 }, () => []);
  levels[0]!.push({ path: [], crashes: 0, others: 0 });
  const tried = new Tried();
  const states = new Set<string>();
  const sums = { cut: 0, steps: 0 };
  const runs: number[] = [];
  const result = (violation: Walk['violation']): Walk => {
    return { scenario: scenario.name, runs, states: states.size, ...sums, isComplete: violation === undefined, violation };
  };
  for (const [faults, ways] of levels.entries()) {
    runs.push(0);
    // It grows on the way.
    for (const way of ways) {
      const offer = (path: Path, what: string | undefined, state: StateText): void => {
        if (what === undefined) return void ways.push({ ...way, path });
        const [crashes, others] = what === CRASH ? [way.crashes + 1, way.others] : [way.crashes, way.others + 1];
        if (faults === bound.faults || crashes > bound.crashes || others > bound.others) return;
        const lasting = hash('sha1', state.lasting(), 'base64');
        states.add(lasting);
        const key = what === CRASH ? lasting : hash('sha1', `${what} ${lasting} ${state.memory()}`, 'base64');
        if (tried.isNew(key, crashes, others)) levels[faults + 1]!.push({ path, crashes, others });
        else sums.cut++;
      };
      const { steps, violation } = await liveOnce({ scenario, path: way.path, offer });
      sums.steps += steps;
      runs[faults]!++;
      if (violation !== undefined) return result({ ...violation, path: way.path });
    }
  }
  return result(undefined);
}

/** What was tried in which state, and after how many faults at the fewest: whatever followed then could follow now. */
class Tried {
  readonly #after = new Map<string, readonly (readonly [crashes: number, others: number])[]>();

  isNew(key: string, crashes: number, others: number): boolean {
    const before = this.#after.get(key) ?? [];
    if (before.some((known) => known[0] <= crashes && known[1] <= others)) return false;
    this.#after.set(key, [...before, [crashes, others]]);
    return true;
  }
}
