import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZERO } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { assertFirst } from '../../src/treasury/assertFirst.ts';
import { referencesOf } from '../../src/treasury/references.ts';
import { ETH_ADDRESS } from './transferBench.ts';
import { type TransferRequest, transferOf } from '../../src/treasury/transferRequest.ts';

const A = '0f8fad5b-d9cb-469f-a165-70867728950e';
const B = '0f8fad5b-d9cb-469f-a165-70867728950f';

let store: Store;
beforeEach(async () => {
  store = await openStore({ path: ':memory:', clock: new VirtualClock(0) });
});
afterEach(() => store.close());

/** Refunds of payments, each with a reference of its own. */
function refunds(reference: string, ...ids: string[]): TransferRequest {
  const rows = ids.map((id, i) => ({
    transaction_id: id,
    origin_transaction_id: `${reference}-${i}`,
    money: { amount: 100, currency: 'EUR' },
  }));
  const path = '/business-api/v1/batch-refunds/';
  const send = (): Promise<never> => Promise.reject(new Error('nothing is sent here'));
  const body = JSON.stringify({ refunds: rows });
  return transferOf({ interface: 'hostedPage', operation: 'refunds.submit', method: 'POST', path, body, send })!;
}

function withdrawal(referenceId: string, place: Readonly<Record<string, string>>): TransferRequest {
  const body = JSON.stringify({ currency: 'USDT', networkCode: 'ETH', amount: '50', referenceId, ...place });
  const send = (): Promise<never> => Promise.reject(new Error('nothing is sent here'));
  return transferOf({ interface: 'exchange', operation: 'withdrawals.create', method: 'POST', path: '/v2/withdrawals', body, send })!;
}

/** As it is about to be journalled. */
function asked({ name, kind, fields, target, body }: TransferRequest): Parameters<typeof assertFirst>[0] {
  return { fingerprint: name, body, targetId: target, createdAt: 0, exposureCurrency: '', references: referencesOf(kind, fields) };
}

async function begin(id: string, { name, kind, fields, target, body, bodyHash }: TransferRequest): Promise<void> {
  const lane = kind.lane(fields, target);
  const shared = { id, decision: id, lane, body, bodyHash, fingerprint: `${name} (${lane})`, targetId: target };
  const unknown = { venueAt: undefined, expiresAt: undefined, createdAt: 0 };
  const references = referencesOf(kind, fields);
  await store.journal.begin({
    ...shared,
    ...unknown,
    kind: 'transfer',
    strategy: 'operator',
    exposure: ZERO,
    exposureCurrency: 'EUR',
    references,
  });
}

describe(assertFirst.name, () => {
  it('refuses a refund of a payment that is among those of which nobody knows what came of them, and no other', async () => {
    await begin('one', refunds('r1', A));
    await store.journal.settle('one', { state: 'unknown', at: 1 });
    await expect(assertFirst(asked(refunds('r2', B, A.toUpperCase())), store.journal)).rejects.toMatchObject({
      code: 'lane-frozen',
      outcome: 'not-sent',
      suggestion: expect.stringContaining('sluice orders resolve one --adopt ID') as string,
    });
    await expect(assertFirst(asked(refunds('r2', B)), store.journal)).resolves.toBeUndefined();
    await store.journal.settle('one', { state: 'not-sent', at: 2 });
    await expect(assertFirst(asked(refunds('r2', B, A)), store.journal)).resolves.toBeUndefined();
    await expect(assertFirst(asked(refunds('r1', A)), store.journal)).resolves.toBeUndefined();
  });

  it('compares places in one spelling, with what an earlier version has written down as it was typed too', async () => {
    const typed = withdrawal('w-1', { destinationAddress: ETH_ADDRESS });
    await begin('one', { ...typed, kind: { ...typed.kind, lane: () => `withdrawal USDT ETH ${ETH_ADDRESS}` } });
    await store.journal.settle('one', { state: 'unknown', at: 1 });
    const isRefused = async (place: Readonly<Record<string, string>>): Promise<boolean> =>
      assertFirst(asked(withdrawal('w-2', place)), store.journal).then(
        () => false,
        () => true,
      );
    expect(await isRefused({ destinationAddress: ETH_ADDRESS })).toBe(true);
    expect(await isRefused({ destinationAddress: ` ${ETH_ADDRESS.toLowerCase()} ` })).toBe(true);
    expect(await isRefused({ destinationAddress: ETH_ADDRESS, currency: 'usdt', networkCode: 'eth' })).toBe(true);
    expect(await isRefused({ destinationAddress: ETH_ADDRESS, networkCode: 'BNB' })).toBe(false);
    expect(await isRefused({ destinationAddress: ETH_ADDRESS, destinationAdditionalAddress: 'x' })).toBe(false);
    expect(await isRefused({ destinationAddress: ETH_ADDRESS.replace('52908', '52909') })).toBe(false);
  });

  it('refuses each reference of a list that was used', async () => {
    await begin('one', refunds('r1', A, B));
    await store.journal.settle('one', { state: 'acknowledged', at: 1 });
    const again = assertFirst(asked(refunds('r1', '7c9e6679-7425-40de-944b-e07fc1f90ae7')), store.journal);
    await expect(again).rejects.toMatchObject({ code: 'refused', suggestion: expect.stringContaining('the venue has it') as string });
  });
});
