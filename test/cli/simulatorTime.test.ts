import { once } from 'node:events';
import { expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { signedRequest } from '../simulator/signedRequests.ts';
import { until } from '../until.ts';
import { testIo } from './testIo.ts';

interface Listening {
  readonly exchange: { readonly url: string; readonly key: string; readonly secret: string };
  readonly control: { readonly url: string; readonly token: string };
}

const ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

it('runs its time faster with --time-scale, while signatures go by ours', { tags: 'long' }, async () => {
  const io = testIo();
  const ended = main(['simulator', '--time-scale', '1000', '-o', 'json'], io);
  while (!io.stdout().endsWith('\n')) await once(io.out, 'data');
  const { exchange, control } = JSON.parse(io.stdout()) as Listening;
  const call = async (method: string, path: string, body?: string): Promise<unknown> =>
    (await fetch(signedRequest(exchange, { method, path, body, at: Date.now() }, exchange.url))).json();
  await call('POST', '/v2/withdrawals', `{"currency":"XRP","networkCode":"XRP","amount":5,"destinationAddress":"${ADDRESS}"}`);
  // Twenty seconds of the venue's time are twenty milliseconds of ours.
  const row = async (): Promise<unknown> => call('GET', '/v1/transactions?page=0&count=1');
  await until(row, (rows) => JSON.stringify(rows).includes('"Completed"'));
  const state = await fetch(`${control.url}/control/v1/state`, { headers: { authorization: `Bearer ${control.token}` } });
  const { now } = (await state.json()) as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(19_000);
  io.stop.abort('SIGTERM');
  expect(await ended).toBe(0);
});
