import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { recoverTransfers } from '../../src/daemon/recoverTransfers.ts';
import { Transfers } from '../../src/treasury/transfers.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const WITHDRAW = 'exchange.withdrawals.create';
const PAY_OUT = 'processing.payouts.create';
const ETH = { currency: 'USDT', networkCode: 'ETH', destinationAddress: ETH_ADDRESS, amount: '50', feeType: 'gross' };
const BTC = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005', feeType: 'gross' };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };

let bench: TransferBench;
beforeEach(async () => {
  bench = await transferBench();
});
afterEach(() => bench.end());

/** An address has several spellings: a lower-case one is what explorers and many venues show. */
describe(Transfers.name, () => {
  it.each([
    [
      'a withdrawal, in lower case',
      WITHDRAW,
      { ...ETH, referenceId: 'w-1' },
      { destinationAddress: ETH_ADDRESS.toLowerCase(), referenceId: 'w-2' },
    ],
    [
      'a withdrawal, in capitals as a QR code has it',
      WITHDRAW,
      { ...BTC, referenceId: 'w-1' },
      { destinationAddress: BTC_ADDRESS.toUpperCase(), referenceId: 'w-2' },
    ],
    ['a payout, in lower case', PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' }, { address: ETH_ADDRESS.toLowerCase(), customOrderId: 'p-2' }],
  ])(
    '%s: nothing goes to an address while nobody knows what came of the first, however it is written',
    async (_, operation, asked, again) => {
      bench.fault = ({ method }) => (method === 'POST' ? { kind: 'drop-after' } : undefined);
      expect(await faultOf(bench.send(operation, asked))).toMatchObject({ outcome: 'unknown' });
      bench.fault = ({ method }) => (method === 'GET' ? { kind: 'status', status: 503, apply: false } : undefined);
      const second = await bench.send(operation, { ...asked, ...again }).catch((error: unknown) => error);
      expect(second, 'it was paid twice').toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    },
  );

  it('nor while a person has to decide what a rebuilt journal has lost', async () => {
    await bench.send(WITHDRAW, { ...ETH, referenceId: 'w-1' });
    await bench.restart();
    const old = { store: bench.store, isEmpty: true, wholeAt: bench.clock.now(), kept: undefined };
    const options = {
      interface: 'exchange',
      calls: bench.calls('exchange'),
      firstPage: 0,
      clock: bench.clock,
      sinceMs: 30 * DAY_MS,
    } as const;
    const { uncertainPlaces: places } = await bench.run(recoverTransfers(old, { ...options, holdMoves: () => Promise.resolve(0) }));
    expect(places).toHaveLength(1);
    const again = { ...ETH, destinationAddress: ETH_ADDRESS.toLowerCase(), referenceId: 'w-2' };
    expect(await bench.send(WITHDRAW, again).catch((error: unknown) => error)).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
  });
});
