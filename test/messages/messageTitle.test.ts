import { expect, it } from 'vitest';
import { messageTitle } from '../../src/messages/messageTitle.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';

it.each([
  [undefined, 'demo', 'sluice DEMO simulator'],
  ['https://api.example.com', 'live', 'sluice LIVE api.example.com'],
  ['http://127.0.0.1:7718', 'live', 'sluice LIVE 127.0.0.1:7718 (on its own machine, not the venue itself)'],
  ['http://127.0.0.1:7718', 'paper', 'sluice PAPER 127.0.0.1:7718'],
] as const)('a message from %s in mode %s is headed by where it comes from', async (url, mode, title) => {
  const access = { SLUICE_EXCHANGE_KEY: 'k', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
  const settings = await loadSettings({ env: url === undefined ? {} : { ...access, SLUICE_EXCHANGE_URL: url } });
  expect(messageTitle({ ...settings, mode })).toBe(title);
});
