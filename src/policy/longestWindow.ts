import type { Policy } from './policy.ts';

/** What left before that counts in no window but those of a lifetime. */
export function longestWindow({ rules }: Pick<Policy, 'rules'>): number {
  const lengths = rules.flatMap(({ conditions }) => (conditions.window ?? []).map(({ last }) => (last === 'lifetime' ? 0 : last)));
  return Math.max(0, ...lengths);
}

/** Whether a window adds up all that ever left. */
export function hasLifetimeWindow({ rules }: Pick<Policy, 'rules'>): boolean {
  return rules.some(({ conditions }) => conditions.window?.some(({ last }) => last === 'lifetime') === true);
}
