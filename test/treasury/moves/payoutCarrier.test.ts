import { afterEach, beforeEach, expect, it } from 'vitest';
import { payoutCarrier } from '../../../src/treasury/moves/payoutCarrier.ts';
import { ALLOWED, moveBench, type MoveBench, payoutRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
});
afterEach(() => bench.end());

it(`${payoutCarrier.name} follows the payout with its reference where the answer named that of somebody else`, async () => {
  bench.decision = ALLOWED;
  const { transfers } = bench;
  const row = payoutRow('P-1-0', '20');
  const { currency: currencyTo, network: networkCode, address } = row.destination!;
  const shared = { currencyFrom: row.currency, amountFrom: '20', currencyTo, networkCode, address };
  const theirs = (await transfers.foreign('payouts.create', { ...shared, customOrderId: 'theirs' })) as { payoutIntentId: string };
  const amounts = { amountFrom: 20, amountTo: 21.6, amountToType: 'gross', feeAmount: 1, feeCurrency: currencyTo, receivedAmount: 20.6 };
  const body = JSON.stringify({ payoutIntentId: theirs.payoutIntentId, currencyFrom: row.currency, currencyTo, ...amounts });
  transfers.fault = ({ operation }) => (operation === 'payouts.create' ? { kind: 'garble', body } : undefined);
  const order = { id: 'P-1', kind: 'payout', initiator: 'anna', signedWith: undefined, repeats: true, rows: [row] } as const;
  await transfers.run(bench.moves.ask(order));
  const { progress } = await bench.settle('P-1', 12);
  expect(progress[0]!.state).toBe('completed');
  expect(progress[0]!.venueId).not.toBe(theirs.payoutIntentId);
});
