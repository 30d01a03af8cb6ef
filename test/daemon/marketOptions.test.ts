import { expect, it } from 'vitest';
import { marketOptions } from '../../src/daemon/marketOptions.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';

it('follows what is traded, and reads its past where it is recorded, but that of a market that is made up', async () => {
  const settings = await loadSettings({ file: 'config/demo.yaml', env: {} });
  const { symbols, poll, past } = marketOptions(settings, 'DEMO', '/nowhere');
  expect(symbols).toContain('BTC/EUR');
  expect(poll.booksMs).toBe(settings.poll.books);
  expect(() => past('BTC/EUR', 0, 1)).toThrow("the demo's market begins with the demo");
  expect(() => marketOptions(settings, 'PAPER', '/nowhere').past('BTC/EUR', 0, 1)).toThrow('recorded in /nowhere');
});
