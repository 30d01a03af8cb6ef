import { assert } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import { bookRefusal } from './bookRefusal.ts';
import { findingsOf, unnamedLinkFindings } from './findingsOf.ts';
import type { Decision } from './decision.ts';
import type { Finding, Situation } from './finding.ts';
import { OutflowSums } from './outflowSums.ts';
import type { Policy, PolicyRule } from './policy.ts';
import type { PolicyFacts, PolicyRequest } from './policyRequest.ts';

/** What the policy says of one payment, and why. The same policy, request and facts always give the same decision. */
export function decide(policy: Policy, request: PolicyRequest, facts: PolicyFacts): Decision {
  return decideWith(policy, request, facts, new OutflowSums(facts.outflows, request.at));
}

/** The same, with the outflows added up by the caller. */
export function decideWith(policy: Policy, request: PolicyRequest, facts: Omit<PolicyFacts, 'outflows'>, sums: OutflowSums): Decision {
  assert(request.amount.gt(0), () => `a payment of ${request.amount.toFixed()} ${request.currency} is none`);
  const situation: Situation = {
    policy,
    request,
    sums,
    available: Object.hasOwn(facts.available, request.currency) ? facts.available[request.currency] : undefined,
    valueOf: (amount, currency, into) => valueOf(amount, currency, into, facts),
  };
  const refusal = bookRefusal(situation);
  if (refusal !== undefined) return { verdict: 'deny', rule: 'book', why: [refusal] };
  const missed: Missed[] = [];
  for (const rule of policy.rules) {
    const findings = [...findingsOf(rule.conditions, situation), ...unnamedLinkFindings(rule, situation)];
    const failed = findings.filter(({ holds }) => !holds);
    if (failed.length === 0) return decisionOf(rule, findings);
    missed.push({ rule, failed });
  }
  return { verdict: 'deny', rule: 'default', why: whyNone(missed) };
}

function valueOf(amount: Decimal, currency: string, into: string, { value }: Pick<PolicyFacts, 'value'>): Decimal | undefined {
  return currency === into ? amount : value?.(currency, amount, into);
}

function decisionOf({ name, decides }: PolicyRule, findings: readonly Finding[]): Decision {
  const said = findings.map((finding) => finding.say());
  return { ...decides, rule: name, why: said.length === 0 ? ['this rule is for everything'] : said };
}

interface Missed {
  readonly rule: PolicyRule;
  readonly failed: readonly Finding[];
}

/** Why each rule did not match. The one of which the least is missing comes first. */
function whyNone(missed: readonly Missed[]): string[] {
  if (missed.length === 0) return ['the policy has no rule, so nothing may leave'];
  return missed
    .toSorted((a, b) => a.failed.length - b.failed.length)
    .map(({ rule, failed }) => `rule "${rule.name}" does not match: ${failed.map((finding) => finding.say()).join('; ')}`);
}
