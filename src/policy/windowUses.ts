import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { OutflowSums } from './outflowSums.ts';
import type { Money, Policy, PolicyRule, Window, WindowScope } from './policy.ts';
import type { Outflow, PolicyFacts } from './policyRequest.ts';

/** A payment that has left, or that waits and may still leave. */
export interface CountedOutflow extends Outflow {
  readonly isWaiting: boolean;
}

/** A rolling limit of the policy, and how much of it is in use. */
export interface WindowUse {
  readonly rule: string;
  readonly last: Window['last'];
  readonly per: WindowScope;
  /** What is added up: a currency, a destination, a person. Undefined where it is everything. */
  readonly of: string | undefined;
  /** `above`: the rule begins to decide there. */
  readonly bound: 'atMost' | 'above';
  readonly limit: Money;
  /** What has left, and what waits, in the currency of the limit. */
  readonly sent: Decimal;
  readonly waiting: Decimal;
  /** Currencies that are in neither, since no price is known. To the policy they count as too much. */
  readonly unvalued: readonly string[];
}

const BOUNDS = ['atMost', 'above'] as const;

/** The rolling limits of all rules. Only those destinations and people are listed of which something counts. */
export function windowUses(
  policy: Pick<Policy, 'rules'>,
  outflows: readonly CountedOutflow[],
  at: Instant,
  value: Value,
): readonly WindowUse[] {
  const all = new OutflowSums(outflows, at);
  const sent = new OutflowSums(
    outflows.filter(({ isWaiting }) => !isWaiting),
    at,
  );
  return policy.rules.flatMap((rule) =>
    (rule.conditions.window ?? []).flatMap((window) =>
      BOUNDS.flatMap((bound) => {
        const limit = window[bound];
        if (limit === undefined) return [];
        return subjectsOf(rule, window, limit, outflows).flatMap(({ of, scoped }) => {
          const left = valued(sent.within(window.last, window.per, scoped), limit, value);
          const counted = valued(all.within(window.last, window.per, scoped), limit, value);
          const isIdle = counted.sum.isZero() && counted.unvalued.length === 0;
          if (isIdle && (window.per === 'destination' || window.per === 'initiator')) return [];
          const { last, per } = window;
          const waiting = counted.sum.minus(left.sum);
          return [{ rule: rule.name, last, per, of, bound, limit, sent: left.sum, waiting, unvalued: counted.unvalued }];
        });
      }),
    ),
  );
}

type Value = NonNullable<PolicyFacts['value']>;

interface Subject {
  readonly of: string | undefined;
  readonly scoped: Pick<Outflow, 'currency' | 'destination' | 'initiator'>;
}

function subjectsOf({ conditions }: PolicyRule, { per }: Window, { currency }: Money, outflows: readonly Outflow[]): readonly Subject[] {
  const nobody = { currency, destination: undefined, initiator: '' };
  switch (per) {
    case 'everything':
      return [{ of: undefined, scoped: nobody }];
    case 'currency': {
      const named = conditions.currency ?? [currency, ...outflows.map((one) => one.currency)];
      return [...new Set(named)].map((of) => ({ of, scoped: { ...nobody, currency: of } }));
    }
    case 'initiator':
      return firsts(
        outflows.flatMap((one) => (one.otherName === undefined ? [one] : [one, { ...one, initiator: one.otherName }])),
        ({ initiator }) => initiator,
      );
    case 'destination':
      return firsts(outflows, ({ entry, destination }) => entry ?? destination?.address ?? 'no destination');
  }
}

function firsts(outflows: readonly Outflow[], nameOf: (outflow: Outflow) => string): readonly Subject[] {
  const byName = new Map(outflows.map((outflow) => [nameOf(outflow), outflow]));
  return [...byName].map(([of, scoped]) => ({ of, scoped }));
}

function valued(
  sums: ReadonlyMap<string, Decimal>,
  { currency: into }: Money,
  value: Value,
): { sum: Decimal; unvalued: readonly string[] } {
  const worth = [...sums].map(([currency, amount]) => [currency, value(currency, amount, into)] as const);
  return {
    sum: worth.reduce((sum, [, amount]) => sum.plus(amount ?? ZERO), ZERO),
    unvalued: worth.filter(([, amount]) => amount === undefined).map(([currency]) => currency),
  };
}
