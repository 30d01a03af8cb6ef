import type { Copy, Guard } from './copies.ts';

/**
 * What somebody does who means harm; whether that somebody has got what it wanted, as seen from outside; and what keeps it out. Where
 * there are two guards behind one another, both are named.
 */
export type Attack = readonly [what: string, tried: (copy: Copy) => Promise<boolean> | boolean, ...guards: Guard[]];

/** The attacks on one part of the program. */
export interface Target {
  /** As the table of docs/safety.md has it. */
  readonly name: string;
  readonly attacks: readonly Attack[];
}
