import { expect, it } from 'vitest';
import { run } from './testIo.ts';

it('a preview needs no venue, and says that the address and the key are left out', async () => {
  const order = ['--symbol', 'BTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.001', '--price', '50000'];
  const { code, stdout, stderr } = await run(['api', 'exchange.orders.place', ...order, '--dry-run']);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { method: 'POST', url: '/v1/spot-trading/orders', headers: { 'SVC-API-KEY': '***', 'SVC-API-SIGN': '***' } },
  ]);
  expect(stderr).toContain('no venue is named: the request is shown without its address and its key');
});
