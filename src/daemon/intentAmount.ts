import { conversionShapeOf, orderShapeOf } from '../gateway/fingerprint.ts';
import type { Intent } from '../model/intent.ts';

/** The amount of the order, what a conversion gives, or what a transfer takes out. Undefined for what has none. */
export function intentAmount({ kind, fingerprint, exposure }: Pick<Intent, 'kind' | 'fingerprint' | 'exposure'>): string | undefined {
  if (kind === 'cancel') return undefined;
  if (kind === 'transfer') return exposure.isZero() ? undefined : exposure.toFixed();
  return (kind === 'convert' ? conversionShapeOf(fingerprint).fromAmount : orderShapeOf(fingerprint).amount).toFixed();
}
