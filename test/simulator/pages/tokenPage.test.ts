import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { openPayments } from '../processing/paymentsUnderTest.ts';

test.each([
  ['behind its per cent signs', Buffer.from('coin=USDT+ETH&address=caf%E9')],
  ['as it stands', Buffer.from('coin=USDT+ETH&address=café', 'latin1')],
])('a form that is not UTF-8 %s is refused, and nothing of it is taken', async (_, body) => {
  const payments = openPayments({ balances: { EUR: dec(1000) } });
  const url = (await payments.ask('POST', '/v1/payout-intents/', { currency: 'EUR', amount: 90 })) as unknown as string;
  const answer = await payments.simulator.fetch(new Request(url, { method: 'POST', body: new Uint8Array(body) }));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is not UTF-8 text')]);
});
