import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
const FIELDS = ['--symbol', 'BTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.001', '--price', '50000'];
const PLACE = ['api', 'exchange.orders.place', ...FIELDS, '--dry-run'];

it('needs no venue, and says that the address and the key are left out', async () => {
  const { code, stdout, stderr } = await run(PLACE);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { method: 'POST', url: '/v1/spot-trading/orders', headers: { 'SVC-API-KEY': '***', 'SVC-API-SIGN': '***' } },
  ]);
  expect(stderr).toContain('no venue is named: the request is shown without its address and its key');
});

it('guesses no address of a running daemon, whose configuration may name a base address of its own', async () => {
  const state = folder.path('state');
  mkdirSync(state, { mode: 0o700 });
  const daemon = createServer((_request, response) =>
    response.end(JSON.stringify({ world: 'LIVE', venue: { host: 'venue.test', keyTail: '…0001' }, state: 'running' })),
  );
  await new Promise<void>((resolve) => daemon.listen(`${state}/sluice.sock`, resolve));
  onTestFinished(() => void daemon.close());
  const { code, stdout, stderr } = await run([...PLACE, '--state', state]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { url: '/v1/spot-trading/orders', headers: { 'SVC-API-KEY': '…0001' } }]);
  expect(stderr).toContain('the running daemon sends it to venue.test');
});

it.each([
  ['an operation', PLACE, '/v1/spot-trading/orders'],
  ['any request', ['api', 'raw', 'GET', '/v1/nowhere?a=1', '--dry-run'], '/v1/nowhere?a=1'],
])('shows %s below the path of the base address', async (_what, words, path) => {
  const env = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1/proxy/', SLUICE_EXCHANGE_KEY: 'key-0001', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
  const { code, stdout } = await run(words, { env });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { url: `http://127.0.0.1:1/proxy${path}` }]);
});
