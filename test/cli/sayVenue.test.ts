import { expect, it } from 'vitest';
import { sayVenue } from '../../src/cli/sayVenue.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { createShell } from '../../src/cli/shell.ts';
import { testIo } from './testIo.ts';

it('says of a venue away from here what it is, and of a live one on this machine that it is not the venue', async () => {
  const url = (at: string): Record<string, string> => ({
    SLUICE_EXCHANGE_URL: at,
    SLUICE_EXCHANGE_KEY: 'k',
    SLUICE_EXCHANGE_SECRET: 'c2VjcmV0',
  });
  const away = await loadSettings({ env: url('https://api.example.com') });
  const here = { ...away, mode: 'live' } as const;
  const io = testIo();
  const shell = createShell(io, {});
  sayVenue(shell, away, 'api.example.com', '…1234');
  sayVenue(shell, here, '127.0.0.1:7718', '…1234');
  expect(io.stderr().trim().split('\n')).toEqual([
    'LIVE api.example.com key …1234',
    'LIVE 127.0.0.1:7718 key …1234',
    expect.stringMatching(/^note: 127\.0\.0\.1:7718 is on this machine: .*not the venue itself$/),
  ]);
});
