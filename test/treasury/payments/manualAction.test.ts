import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { publicKeyOf, signatureOf } from '../../../src/treasury/approvals/signature.ts';
import { readManualAction, signedManualAction } from '../../../src/treasury/payments/manualAction.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const TEXT = { payment: 'p-1', action: 'accept', evidence: 'received 50 USDT', person: 'anna' } as const;
const signed = { key: publicKeyOf(privateKey), signature: signatureOf(signedManualAction(TEXT), privateKey) };

function refusal(text: unknown): string {
  try {
    readManualAction(text);
  } catch (error) {
    if (isFault(error, 'invalid-request')) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe(readManualAction, () => {
  it('reads a decision, with or without a signature', () => {
    expect(readManualAction(TEXT)).toEqual(TEXT);
    expect(readManualAction({ ...TEXT, signed })).toEqual({ ...TEXT, signed });
  });

  it('names what is wrong with one', () => {
    expect(refusal({ ...TEXT, action: 'refund' })).toContain('action: ');
    expect(refusal({ ...TEXT, more: 1 })).toContain('the decision: ');
  });

  it.each([
    ['payment', 'p-2'],
    ['action', 'retry'],
    ['evidence', 'received 100 USDT'],
    ['person', 'ben'],
  ])('takes no signature of a decision with another %s', (name, value) => {
    expect(refusal({ ...TEXT, [name]: value, signed })).toContain('is not one of this decision');
  });
});
