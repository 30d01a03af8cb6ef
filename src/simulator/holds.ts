import type { HeldKind } from './heldSteps.ts';

/** What of the account's money may be held. */
export const HOLDS = ['withdrawals', 'deposits'] as const satisfies readonly HeldKind[];
export type Hold = (typeof HOLDS)[number];

/** How something that is pending may end. */
export const DECISIONS = ['complete', 'decline'] as const;
export type Decision = (typeof DECISIONS)[number];
