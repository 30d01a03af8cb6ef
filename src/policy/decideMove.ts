import { assert } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import { strictest } from './approvalNeeds.ts';
import { decideWith } from './decide.ts';
import type { Decision } from './decision.ts';
import { outflowOf, takeOff } from './outflowOf.ts';
import { OutflowSums } from './outflowSums.ts';
import type { Policy } from './policy.ts';
import type { PolicyFacts, PolicyRequest } from './policyRequest.ts';

/** What the policy says of a move, and of each of its payments, in their order. */
export type DecisionWithRows = Decision & { readonly rows: readonly Decision[] };

/**
 * Decides on a move: each payment in turn, as if those before it had left. It is denied when one of them is, it needs the
 * approvals that all of them need together, and these expire when the first of them would. `requests` is not empty, and all of
 * them are asked for at the same time.
 */
export function decideMove(policy: Policy, requests: readonly PolicyRequest[], facts: PolicyFacts): DecisionWithRows {
  const first = requests[0];
  assert(first !== undefined, 'a move has at least one payment');
  const sums = new OutflowSums(facts.outflows, first.at);
  const available: Record<string, Decimal> = { ...facts.available };
  const rows = requests.map((request) => {
    assert(request.at === first.at, 'the payments of a move are asked for at one time');
    const decision = decideWith(policy, request, { available, value: facts.value }, sums);
    sums.add(outflowOf(request));
    takeOff(available, request);
    return decision;
  });
  return { ...together(rows), rows };
}

function together(rows: readonly Decision[]): Decision {
  const denied = rows.filter(({ verdict }) => verdict === 'deny');
  if (denied.length > 0) return { verdict: 'deny', rule: denied[0]!.rule, why: whyDenied(rows) };
  const approved = rows.filter((one) => one.verdict === 'approve');
  if (approved.length === 0) return { verdict: 'allow', rule: rows[0]!.rule, why: whyMatched(rows) };
  return {
    verdict: 'approve',
    rule: approved[0]!.rule,
    approvals: strictest(approved.map(({ approvals }) => approvals)),
    expiresAfterMs: Math.min(...approved.map(({ expiresAfterMs }) => expiresAfterMs)),
    why: whyMatched(rows),
  };
}

/** Each reason, with its row. */
function whyDenied(rows: readonly Decision[]): readonly string[] {
  if (rows.length === 1) return rows[0]!.why;
  return rows.flatMap(({ verdict, why }, i) => (verdict === 'deny' ? why.map((reason) => `row ${i + 1}: ${reason}`) : []));
}

/** For each rule that has decided, the reasons of its first row. */
function whyMatched(rows: readonly Decision[]): readonly string[] {
  if (rows.length === 1) return rows[0]!.why;
  const byRule = Map.groupBy(rows.entries(), ([, { rule }]) => rule);
  return [...byRule].flatMap(([rule, decided]) => {
    const [i, { why }] = decided[0]!;
    const which = decided.length === 1 ? `row ${i + 1}` : `${decided.length} rows, such as row ${i + 1}`;
    return [`rule "${rule}" decides on ${which}: ${why.join('; ')}`];
  });
}
