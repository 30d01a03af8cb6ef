import { once } from 'node:events';
import { expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { signedRequest } from '../simulator/signedRequests.ts';
import { run, testIo } from './testIo.ts';

interface Served {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

const ORDER = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":20000}';

/** What a venue with these options answers to forty orders: a status, or nothing. Then how many of them are open. */
async function fortyOrders(...options: readonly string[]): Promise<readonly (number | 'nothing')[]> {
  const io = testIo();
  const ended = main(['simulator', '--seed', '7', '-o', 'json', ...options], io);
  while (!io.stdout().endsWith('\n')) await once(io.out, 'data');
  const { exchange } = JSON.parse(io.stdout()) as { exchange: Served };
  const answers: (number | 'nothing')[] = [];
  for (let count = 0; count < 40; count++) {
    const request = signedRequest(
      exchange,
      { method: 'POST', path: '/v1/spot-trading/orders', body: ORDER, at: Date.now() - 30_000 },
      exchange.url,
    );
    const answer = await fetch(request).catch(() => undefined);
    answers.push(answer?.status ?? 'nothing');
    await answer?.body?.cancel();
  }
  io.stop.abort('SIGTERM');
  expect(await ended).toBe(0);
  return answers;
}

it('--faults lossy loses answers, the same ones each time, and without it none is lost', { tags: 'long' }, async () => {
  const lossy = await fortyOrders('--faults', 'lossy');
  expect(lossy).toContain('nothing');
  expect(lossy).toContain(201);
  expect(await fortyOrders('--faults', 'lossy')).toEqual(lossy);
  expect(new Set(await fortyOrders())).toEqual(new Set([201]));
});

it('says what a profile does in its help, and names the profiles to whoever asks for another one', async () => {
  const { stdout } = await run(['simulator', '--help']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('lossy (of one change in ten the answer is lost');
  const { code, stderr } = await run(['simulator', '--faults', 'stormy']);
  expect(code).toBe(2);
  expect(stderr).toContain('none or flaky or slow or lossy or hostile');
});

it('--behaviour chooses what the specification leaves open, and says what there is to choose', async () => {
  expect(new Set(await fortyOrders('--behaviour', 'timestampWindowMs=10000', '--behaviour', 'trades=orders'))).toEqual(new Set([401]));
  const { code, stderr } = await run(['simulator', '--behaviour', 'trade=orders']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean trades?');
});

it('shows in the help of the commands within it none of the options of the simulator itself', async () => {
  const { code, stdout } = await run(['simulator', 'price', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('--by <percent>');
  expect(stdout).toContain('--dry-run');
  expect(stdout).not.toContain('--port');
});
