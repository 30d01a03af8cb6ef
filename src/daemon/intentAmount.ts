import { conversionShapeOf, orderShapeOf } from '../gateway/fingerprint.ts';
import type { Intent } from '../model/intent.ts';

/** The amount of the order, or what a conversion gives. Undefined for what has none. */
export function intentAmount({ kind, fingerprint }: Pick<Intent, 'kind' | 'fingerprint'>): string | undefined {
  if (kind === 'cancel' || kind === 'transfer') return undefined;
  return (kind === 'convert' ? conversionShapeOf(fingerprint).fromAmount : orderShapeOf(fingerprint).amount).toFixed();
}
