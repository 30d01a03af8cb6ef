import type { AuditRow } from '../../model/audit.ts';
import { auditHash, CHAIN_BEGINS } from '../../store/auditChain.ts';
import type { Anchor } from './anchorFile.ts';

/** Something that is wrong with the audit log. */
export interface ChainProblem {
  /** The row where it shows. */
  readonly seq: number;
  readonly problem: string;
}

/**
 * Checks the rows of an audit log as they are given, oldest first. Each row's hash covers the row and the hash before it, so an edited,
 * missing, inserted or moved row shows; a cut-off end, and a log that was written anew as a whole, show only against anchors.
 */
export class ChainCheck {
  readonly problems: ChainProblem[] = [];
  readonly #anchors: readonly Anchor[];
  readonly #anchorsOf: ReadonlyMap<number, readonly Anchor[]>;
  #last: AuditRow | undefined;
  #count = 0;

  constructor(anchors: readonly Anchor[]) {
    this.#anchors = anchors;
    this.#anchorsOf = Map.groupBy(anchors, ({ seq }) => seq);
  }

  /** How many rows were given. */
  get count(): number {
    return this.#count;
  }

  /** The last row. Undefined when there was none. */
  get head(): AuditRow | undefined {
    return this.#last;
  }

  add(row: AuditRow): void {
    const { seq, hash } = row;
    this.#count++;
    const place = this.#placeProblem(row);
    if (place !== undefined) this.#report(seq, place);
    if (auditHash(row) !== hash) this.#report(seq, `row ${seq} was changed: what stands in it does not have its hash`);
    for (const anchor of this.#anchorsOf.get(seq) ?? []) {
      if (anchor.hash !== hash) this.#report(seq, `row ${seq} is not the one that was anchored on ${anchor.day}`);
    }
    this.#last = row;
  }

  /** To be called where a row should stand in an exported file, and does not. */
  unreadable(line: number): void {
    this.#report((this.#last?.seq ?? 0) + 1, `line ${line} is no row of an audit log, or was changed`);
  }

  /** To be called after the last row. */
  end(): readonly ChainProblem[] {
    const ends = this.#last?.seq ?? 0;
    for (const { seq, day } of this.#anchors) {
      if (seq > ends) this.#report(seq, `the log ends with row ${ends}, and row ${seq} was anchored on ${day}: its end was cut off`);
    }
    return this.problems;
  }

  #placeProblem({ seq, previous }: AuditRow): string | undefined {
    const last = this.#last;
    const expected = (last?.seq ?? 0) + 1;
    if (seq > expected) return `${expected === seq - 1 ? `row ${expected} is` : `rows ${expected} to ${seq - 1} are`} missing`;
    if (seq < expected)
      return `row ${seq} stands ${last === undefined ? 'at the beginning' : `after row ${last.seq}`}: it was inserted or moved`;
    if (previous === (last?.hash ?? CHAIN_BEGINS)) return undefined;
    if (last === undefined) return 'row 1 follows another row: the beginning was cut off, or the row was changed';
    return `row ${seq} does not follow row ${last.seq}: one of the two was written anew`;
  }

  #report(seq: number, problem: string): void {
    this.problems.push({ seq, problem });
  }
}
