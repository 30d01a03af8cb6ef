import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid, uuidOf } from '../../../src/base/ulid.ts';
import type { MoveTerms } from '../../../src/model/move.ts';
import { refundCarrier } from '../../../src/treasury/moves/refundCarrier.ts';
import { moveBench, type MoveBench, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);

/** A payment that has got 20 USDT of the 100 EUR that it asks for. */
async function underpaid(): Promise<string> {
  const { transfers } = bench;
  const params = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '100', networkCode: 'ETH', customOrderId: 'o-1' };
  const { paymentIntentId } = (await transfers.send('processing.paymentIntents.create', params)) as { paymentIntentId: string };
  transfers.simulator.payments.deposit({ paymentIntentId }, { amount: transfers.amount('20') });
  await transfers.pass(2000);
  return paymentIntentId;
}

async function ask(id: string, target: string, terms?: MoveTerms): Promise<void> {
  const reference = uuidOf(ulid(bench.transfers.clock.now(), seededRandom(id)));
  const row = { ...usdtRow(reference, '20'), destination: undefined, target, ...(terms === undefined ? {} : { terms }) };
  await run(bench.moves.ask({ id, kind: 'refund', initiator: 'anna', signedWith: 'of anna', repeats: true, rows: [row] }));
}

const states = async (...ids: string[]): Promise<unknown[]> => {
  const moves = await Promise.all(ids.map((id) => bench.store.moves.get(id)));
  return moves.map((move) => move!.state);
};

describe(refundCarrier, () => {
  it('takes the one refund that a payment shows for the proof of one move: the first had failed', { tags: 'long' }, async () => {
    const target = await underpaid();
    bench.transfers.simulator.payments.failNext('refund', 'the network is down');
    await ask('R-1', target);
    expect(await bench.settle('R-1', 3)).toMatchObject({ state: 'sent', evidence: 'ManualActionRequired' });
    await ask('R-2', target);
    await run(bench.moves.advance('R-2'));
    await bench.transfers.pass(20_000);
    for (let round = 0; round < 3; round++) await run(bench.moves.round());
    expect(await states('R-1', 'R-2')).toEqual(['sent', 'completed']);
    expect((await bench.store.moves.get('R-1'))!.progress[0]!.evidence).toContain('is that of R-2');
  });

  it('does not count a link as claimed when the payment was refunded by another move', { tags: 'long' }, async () => {
    const target = await underpaid();
    await ask('R-1', target, { refundFlow: 'Full' });
    expect(await run(bench.moves.advance('R-1'))).toMatchObject({ state: 'sent' });
    await ask('R-2', target);
    await run(bench.moves.advance('R-2'));
    await bench.transfers.pass(20_000);
    for (let round = 0; round < 3; round++) await run(bench.moves.round());
    expect(await states('R-1', 'R-2')).toEqual(['sent', 'completed']);
    await bench.transfers.pass(8 * 86_400_000);
    expect(await run(bench.moves.advance('R-1'))).toMatchObject({ state: 'declined' });
  });
});
