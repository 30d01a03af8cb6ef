import type { ControlReply } from '../../src/control/contract/controlReplies.ts';

/** How often a strategy was refused by a rule, or by the venue for a reason, since the start. */
type RefusalTotal = ControlReply<'refusals.list'>['byVenue'][number];

/** The most frequent first, of our own rules and of the venue. */
export function refusalTotals({ counts, byVenue }: Pick<ControlReply<'refusals.list'>, 'counts' | 'byVenue'>): readonly RefusalTotal[] {
  const own = Object.entries(counts).flatMap(([strategy, rules]) =>
    Object.entries(rules).map(([rule, count]): RefusalTotal => ({ by: 'rule', strategy, rule, count })),
  );
  return [...own, ...byVenue].toSorted((a, b) => b.count - a.count || a.strategy.localeCompare(b.strategy) || a.rule.localeCompare(b.rule));
}
