import { membersOf } from './approvalNeeds.ts';
import { isNoMore } from './isNoMore.ts';
import type { Bounds, Conditions, Fraction, Money, Policy, PolicyRule } from './policy.ts';

/** A rule that can never decide, since one before it decides on all that it would match. */
export interface ShadowedRule {
  readonly rule: PolicyRule;
  readonly by: PolicyRule;
}

/** Rules of which it is certain that they never decide. There may be others. */
export function shadowedRules({ rules, groups }: Policy): readonly ShadowedRule[] {
  return rules.flatMap((rule, i) => {
    const by = rules.slice(0, i).find((earlier) => areWiderLinks(earlier, rule) && isWider(earlier.conditions, rule.conditions, groups));
    return by === undefined ? [] : [{ rule, by }];
  });
}

/** Whether everything that `narrow` matches is matched by `wide` too, for certain. */
function isWider(wide: Conditions, narrow: Conditions, groups: Policy['groups']): boolean {
  const people = (names: readonly string[]): string[] => names.flatMap((name) => [name, ...membersOf(groups, name)]);
  return (
    isWiderList(wide.kind, narrow.kind) &&
    isWiderList(wide.currency, narrow.currency) &&
    isWiderList(wide.into, narrow.into) &&
    isWiderList(wide.network, narrow.network) &&
    (wide.destination === 'any in book' ? narrow.destination !== undefined : isWiderNames(wide.destination, narrow.destination)) &&
    isWiderList(wide.initiator && people(wide.initiator), narrow.initiator && people(narrow.initiator)) &&
    areWiderBounds(wide.amount, narrow.amount) &&
    (wide.window ?? []).every((one) =>
      (narrow.window ?? []).some((other) => one.last === other.last && one.per === other.per && areWiderBounds(one, other)),
    ) &&
    (wide.hours === undefined || isSame(wide.hours, narrow.hours)) &&
    (wide.balance === undefined || isSame(wide.balance, narrow.balance)) &&
    areWiderBounds(wide.fee, narrow.fee) &&
    areWiderBounds(wide.share, narrow.share)
  );
}

/** Refunds by a link pass by a rule that does not name them, unless it denies. That a rule behind it would deny them too makes it no use. */
function areWiderLinks({ conditions: wide, decides }: PolicyRule, { conditions: narrow }: PolicyRule): boolean {
  if (narrow.link !== true) return wide.link !== true;
  return wide.link ?? decides.verdict === 'deny';
}

function isWiderList(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  return wide === undefined || (narrow?.every((one) => wide.includes(one)) ?? false);
}

function isWiderNames(wide: readonly string[] | undefined, narrow: 'any in book' | readonly string[] | undefined): boolean {
  return wide === undefined || (narrow !== 'any in book' && isWiderList(wide, narrow));
}

function areWiderBounds(wide: Bounds<Money | Fraction> = {}, narrow: Bounds<Money | Fraction> = {}): boolean {
  return (
    isNoMore(narrow.atMost, wide.atMost) && (wide.above === undefined || (narrow.above !== undefined && isNoMore(wide.above, narrow.above)))
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
