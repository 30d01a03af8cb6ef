import type { PolicyReport } from '../daemon/treasury/publishPolicy.ts';
import { printJson } from './print.ts';
import type { Shell } from './shell.ts';

/** Prints a version of the policy, with its text. */
export function printPolicy(shell: Shell, policy: PolicyReport): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') return printJson(shell, policy);
  const { version, hash, publishedBy, publishedAt, holdsFrom, approvals, text, next } = policy;
  const signed = approvals.length === 0 ? '' : `, signed by ${approvals.join(' and ')}`;
  shell.out.write(`policy ${version}, published by ${publishedBy} at ${publishedAt}${signed}; holds from ${holdsFrom}\nsha256 ${hash}\n`);
  if (next !== null) shell.out.write(`policy ${next.version} follows at ${next.holdsFrom}\n`);
  shell.out.write(`\n${text.trimEnd()}\n`);
}
