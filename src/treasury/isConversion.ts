import type { Intent } from '../model/intent.ts';
import { kindOf } from './transferKinds.ts';

/** Whether it is a conversion, of a strategy or of the treasury. */
export function isConversion(intent: Intent): boolean {
  return intent.kind === 'convert' || (intent.kind === 'transfer' && kindOf(intent).foundBy === 'conversions');
}
