import { VIBAN_REFUSALS } from '../contract/exchange/vibanDeposits.ts';
import type { RefusalBody } from '../contract/refusal.ts';

/**
 * A refusal that is known to come before the venue accepts anything: the request has had no effect and never will. Every given
 * member must match.
 */
export interface ProvenRefusal {
  readonly status: number;
  readonly shape: Exclude<RefusalBody['shape'], 'foreign'>;
  /** The machine-readable code of a standard body. */
  readonly code?: string;
  /** How the message begins, for bodies without a code. */
  readonly message?: string;
  /** Keys of the contract table. Absent means every operation. */
  readonly operations?: readonly string[];
  /** Why it is proof. */
  readonly why: string;
}

/**
 * The allow-list. Any other refusal leaves a request for money `unknown`: venues have been seen to answer 400 and place the order
 * 8 seconds later.
 */
export const PROVEN_REFUSALS: readonly ProvenRefusal[] = [
  { status: 400, shape: 'validation', why: '000 Errors 5: fields are checked before anything is done' },
  // A 401 from the venue itself has no body. One with a body comes from something in between, which may have passed the request
  // on.
  { status: 401, shape: 'empty', why: '000 Authentication 3 and 5: key, time and signature are checked before the request is read' },
  { status: 422, shape: 'list', code: 'VALIDATION_ERROR', why: '002 Errors: fields are checked before anything is done' },
  ...[400, 403].map((status) => ({
    status,
    shape: 'standard' as const,
    code: 'operation-for-currency-not-allowed',
    why: '000 Errors 7: restricted by regulation',
  })),
  ...VIBAN_REFUSALS.filter(({ status }) => status === 400).map(({ code }) => ({
    status: 400,
    shape: 'standard' as const,
    code,
    operations: ['vibanDeposits.fee', 'vibanDeposits.create'],
    why: '000 Errors 8: the deposit was refused, and not created',
  })),
];

/**
 * Codes of our own simulator, which checks before it acts. The specification does not show the codes of trading and conversion
 * (000 Errors 9). Configuration names those of a real venue (`venue.knows.refusals`) once someone has seen what they mean.
 *
 * That a reference was used before is none of them: a network that sends a request twice may bring back the answer to the second,
 * when the first was carried out.
 */
export const SIMULATOR_REFUSALS: readonly ProvenRefusal[] = [
  'insufficient-balance',
  'self-trade',
  'no-liquidity',
  'too-many-orders',
  'order-not-found',
  'quote-not-found',
  'quote-expired',
  'quote-mismatch',
  'conversion-not-available',
  'credit-funds-not-withdrawable',
  'batch-not-draft',
  'too-many-batches',
  'amount-below-fees',
  'amount-too-small',
  'manual-action-not-allowed',
  'network-not-supported',
  'quote-required',
  'refund-in-progress',
].map((code) => ({ status: 400, shape: 'standard', code, why: 'our simulator: checked before anything is done' }));

/** The entry that proves the refusal, or undefined. */
export function provenBy(list: readonly ProvenRefusal[], operation: string, status: number, body: RefusalBody): ProvenRefusal | undefined {
  return list.find(
    (entry) =>
      entry.status === status &&
      entry.shape === body.shape &&
      (entry.operations === undefined || entry.operations.includes(operation)) &&
      (entry.code === undefined || ('code' in body && body.code === entry.code)) &&
      (entry.message === undefined || ('message' in body && body.message.startsWith(entry.message))),
  );
}

/** Turns configured codes into entries: a standard 400 with one of these codes has had no effect. */
export function provenCodes(codes: readonly string[]): readonly ProvenRefusal[] {
  return codes.map((code) => ({ status: 400, shape: 'standard', code, why: 'named in the configuration' }));
}
