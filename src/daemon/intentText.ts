import { isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import { plainLine } from '../base/plainText.ts';

/** What an intent was to do: `place BTC/EUR Buy Limit 0.01 61250.1`. */
export function intentText({ kind, fingerprint, targetId }: Intent): string {
  if (kind === 'cancel' || kind === 'transfer') return fingerprint;
  return kind === 'replace' ? `replace ${targetId} by ${fingerprint}` : `${kind} ${fingerprint}`;
}

/** An order that may be at the venue or not, and nobody can say. */
export function unresolvedLine(intent: Intent): string {
  const { createdAt, state, evidence } = intent;
  return plainLine(`note: ${intentText(intent)}, of ${isoOf(createdAt)}, is ${state}${evidence === undefined ? '' : `: ${evidence}`}`);
}

/** The most that may still leave the account because of it. */
export function atRiskText({ exposure, exposureCurrency }: Intent): string {
  return `${exposure.toFixed()} ${exposureCurrency}`;
}
