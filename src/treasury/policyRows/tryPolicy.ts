import type { Decimal } from '../../base/decimal.ts';
import { decide } from '../../policy/decide.ts';
import type { Decision } from '../../policy/decision.ts';
import type { Policy } from '../../policy/policy.ts';
import { outflowOf, takeOff } from '../../policy/outflowOf.ts';
import type { Outflow, PolicyFacts } from '../../policy/policyRequest.ts';
import { decisionText } from './decisionText.ts';
import type { PolicyRow } from './readPolicyRows.ts';

/** A payment and what a policy says of it. */
export interface TriedRow extends PolicyRow {
  readonly decision: Decision;
}

export type World = Omit<PolicyFacts, 'outflows'>;

/** Asks a policy about each payment, as if those before it that it did not deny had left. */
export function tryPolicy(policy: Policy, rows: readonly PolicyRow[], world: World): readonly TriedRow[] {
  const left: Outflow[] = [];
  const available: Record<string, Decimal> = { ...world.available };
  return rows.map((row) => {
    const { request } = row;
    const decision = decide(policy, request, { ...world, available, outflows: left });
    if (decision.verdict !== 'deny') {
      left.push(outflowOf(request));
      takeOff(available, request);
    }
    return { ...row, decision };
  });
}

/** A payment on which two policies decide differently. */
export interface ChangedRow extends PolicyRow {
  readonly before: Decision;
  readonly after: Decision;
}

/** Payments on which another policy would have decided otherwise. What has left has, whatever either policy says. */
export function policyDifference(before: Policy, after: Policy, rows: readonly PolicyRow[], world: World): readonly ChangedRow[] {
  const left: Outflow[] = [];
  return rows.flatMap((row) => {
    const { request, hasLeft } = row;
    const facts = { ...world, outflows: left };
    const change = { ...row, before: decide(before, request, facts), after: decide(after, request, facts) };
    if (hasLeft) left.push(outflowOf(request));
    return isSame(change.before, change.after) ? [] : [change];
  });
}

/** Whether people would notice no difference: the name of the rule and the reasons may differ. */
function isSame(a: Decision, b: Decision): boolean {
  return decisionText(a) === decisionText(b);
}
