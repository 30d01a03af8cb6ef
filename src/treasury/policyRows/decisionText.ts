import { exactDuration } from '../../base/instant.ts';
import type { Decision } from '../../policy/decision.ts';

/** `allow`, `deny`, or `approve: 2 of finance, 1 of owners within 1d`. */
export function decisionText(decision: Decision): string {
  if (decision.verdict !== 'approve') return decision.verdict;
  const needs = decision.approvals.map(({ need, of }) => `${need} of ${of}`).join(', ');
  return `approve: ${needs} within ${exactDuration(decision.expiresAfterMs)}`;
}
