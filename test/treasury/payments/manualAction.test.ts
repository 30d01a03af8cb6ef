import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { publicKeyOf, signatureOf } from '../../../src/treasury/approvals/signature.ts';
import { assertOfNow, readManualAction, signedManualAction } from '../../../src/treasury/payments/manualAction.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const TEXT = { payment: 'p-1', action: 'accept', evidence: 'received 50 USDT', person: 'anna', at: '2026-11-20T12:00:00.000Z' } as const;
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
    expect(refusal({ ...TEXT, at: 'yesterday' })).toContain('at: expected a time in ISO 8601');
  });

  it.each([
    ['payment', 'p-2'],
    ['action', 'retry'],
    ['evidence', 'received 100 USDT'],
    ['person', 'ben'],
    ['at', '2026-11-20T12:00:00.001Z'],
  ])('takes no signature of a decision with another %s', (name, value) => {
    expect(refusal({ ...TEXT, [name]: value, signed })).toContain('is not one of this decision');
  });
});

describe(assertOfNow, () => {
  const noon = Date.UTC(2026, 10, 20, 12);

  it.each([0, 900_000, -900_000])('takes a decision %d ms after its time', (ms) => {
    expect(() => assertOfNow(TEXT, noon + ms)).not.toThrow();
  });

  it.each([900_001, -900_001, 86_400_000])('takes none %d ms after its time, and says so', (ms) => {
    expect(() => assertOfNow(TEXT, noon + ms)).toThrow(
      'at: anna decided at 2026-11-20T12:00:00.000Z, and a decision counts within 15 minutes',
    );
  });
});
