import { isDoubled, trulyOpen, type Witness } from './witness.ts';

interface IntentRow {
  readonly id: string;
  readonly kind: string;
  readonly lane: string;
  readonly state: string;
}

const UNRESOLVED: ReadonlySet<string> = new Set(['sending', 'unknown', 'quarantined']);
/** It had no effect, and never will. */
export const NEGATIVE: ReadonlySet<string> = new Set(['not-sent', 'rejected', 'not-placed']);
const RANK: Readonly<Record<string, number>> = { sending: 0, unknown: 1, quarantined: 2 };
const SETTLED_RANK = 3;

/** The journal over time. Invariants 8, 9 and 10. */
export class IntentCheck {
  readonly #witness: Witness;
  readonly #unknownPerLane: number;
  readonly #states = new Map<string, string>();

  constructor(witness: Witness, unknownPerLane = 1) {
    this.#witness = witness;
    this.#unknownPerLane = unknownPerLane;
  }

  look(): void {
    const { disk, violations } = this.#witness;
    const lanes = new Map<string, number>();
    for (const row of disk.read<IntentRow>('SELECT id, kind, lane, state FROM intent')) {
      this.#moved(row);
      if (row.kind === 'cancel' || !UNRESOLVED.has(row.state)) continue;
      const count = (lanes.get(row.lane) ?? 0) + 1;
      lanes.set(row.lane, count);
      if (count > this.#unknownPerLane) violations.add(8, `lane ${row.lane} has ${count} unresolved intents, one of them ${row.id}`);
    }
  }

  #moved({ id, kind, state }: IntentRow): void {
    const before = this.#states.get(id);
    if (before === state) return;
    this.#states.set(id, state);
    const { wire, violations } = this.#witness;
    const isForward = before === undefined || (RANK[state] ?? SETTLED_RANK) > (RANK[before] ?? SETTLED_RANK);
    // What was taken for never placed and turns up all the same is adopted, late.
    const isLate = NEGATIVE.has(before ?? '') && state === 'adopted';
    if (!isForward && !isLate) violations.add(9, `the ${kind} ${id} went back from ${before} to ${state}`);
    const send = wire.sendOf(id);
    if (!NEGATIVE.has(state) || isDoubled(this.#witness, id) || send?.fate.isLie === true) return;
    const isApplied = send?.arrivals.some(({ appliedAt }) => appliedAt !== undefined) === true;
    // A replacement of an order that is over changes nothing any more, whether it was carried out or not.
    const isOver = kind === 'replace' && !trulyOpen(this.#witness).has(send?.asked.targetId ?? '');
    if (isApplied && !isOver) violations.add(10, `the ${kind} ${id} is taken for ${state}, and the venue has carried it out`);
  }
}
