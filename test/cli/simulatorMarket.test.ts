import { once } from 'node:events';
import { expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { run, testIo } from './testIo.ts';

async function levelsOf(...options: readonly string[]): Promise<number> {
  const io = testIo();
  const ended = main(['simulator', '--seed', '7', '--public-market', '-o', 'json', ...options], io);
  while (!io.stdout().endsWith('\n')) await once(io.out, 'data');
  const { exchange } = JSON.parse(io.stdout()) as { exchange: { url: string } };
  const answer = await fetch(`${exchange.url}/v1/spot-trading/orderbook/BTC%2FEUR?depth=250`);
  const { bids, asks } = (await answer.json()) as { bids: unknown[]; asks: unknown[] };
  io.stop.abort('SIGTERM');
  expect(await ended).toBe(0);
  return bids.length + asks.length;
}

it('--character thin gives a market of few levels, and without it the market is calm', async () => {
  expect(await levelsOf()).toBe(500);
  expect(await levelsOf('--character', 'thin')).toBeLessThan(30);
});

it('names the characters to whoever asks for another one', async () => {
  const { code, stderr } = await run(['simulator', '--character', 'lively']);
  expect(code).toBe(2);
  expect(stderr).toContain('calm or bursts or thin');
});
