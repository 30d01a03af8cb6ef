import type { Instant } from '../base/instant.ts';
import type { IntentKind } from './intent.ts';

/** Requests of which it is noticed for a day when they were carried out after all. Only their refusals are learned. */
export const LEARNABLE_KINDS = ['place', 'replace'] as const satisfies readonly IntentKind[];

export type LearnableKind = (typeof LEARNABLE_KINDS)[number];

export function isLearnable(kind: IntentKind): kind is LearnableKind {
  return (LEARNABLE_KINDS as readonly IntentKind[]).includes(kind);
}

/**
 * `counting`: not proven often enough yet. `learned`: it counts as a refusal. `disproved`: what was refused so exists at the venue all the
 * same. `revoked`: a person does not want it. The last two are not learned again unless a person allows it.
 */
export const LEARNING_STATES = ['counting', 'learned', 'disproved', 'revoked'] as const;

/** What was found out about one refusal in the venue's own words. */
export interface LearnedRefusal {
  /** The kind of request that it answers. */
  readonly kind: LearnableKind;
  /** Status, shape of the body, and what of it stays the same: as `Intent.refusal`. */
  readonly refusal: string;
  readonly state: (typeof LEARNING_STATES)[number];
  /** Since when it is in this state. */
  readonly since: Instant;
  /** Intents that were answered so, and of which it was proven that nothing came of them. Oldest first. */
  readonly proofs: readonly Proof[];
  /** What disproved it. */
  readonly counterexample: (Proof & { readonly order: string }) | undefined;
}

export interface Proof {
  readonly intent: string;
  readonly at: Instant;
}

/** Where an account keeps its refusals, as a port. A person may change them at any time, so nothing is remembered between two readings. */
export interface RefusalStore {
  /** For people: where they are. */
  readonly place: string;
  /** Throws a `Fault` that names the place, the value and what was expected when they can't be read. */
  read(): readonly LearnedRefusal[];
  /** Wholly or not at all. Throws a `Fault` `store`. */
  write(refusals: readonly LearnedRefusal[]): void;
}
