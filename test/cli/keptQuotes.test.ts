import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { keepQuote, keptQuote } from '../../src/cli/keptQuotes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testShell } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('keeps a quote under its id, beside what another process writes at the same time', async () => {
  const state = folder.path('state');
  mkdirSync(state, { mode: 0o700 });
  const draft = join(state, 'quotes.json.new');
  writeFileSync(draft, 'half of it');
  const shell = testShell({ state });
  const quote = {
    id: '7',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    amountFrom: dec('100'),
    amountTo: dec('0.002'),
    rate: dec('0.00002'),
    occuredOn: 0,
    validTo: 10_000,
  };
  await keepQuote(shell, quote);
  expect(await keptQuote(shell, '7')).toMatchObject({ fromCurrency: 'EUR', toAmount: '0.002' });
  expect(readFileSync(draft, 'utf8')).toBe('half of it');
  expect(existsSync(join(state, `quotes.json.${process.pid}.new`))).toBe(false);
  await expect(keptQuote(shell, '8')).rejects.toMatchObject({ code: 'not-found' });
});
