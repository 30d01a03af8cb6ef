import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const { command, json } = serveVenue();
const folder = temporaryFolder();
afterAll(() => folder.remove());

const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

beforeAll(async () => {
  expect(await command('treasury', 'key', 'new', 'anna', '--out', folder.path('anna.pem'))).toMatchObject({ code: 0 });
  const { publicKey } = await json<{ publicKey: string }>('treasury', 'key', 'show', folder.path('anna.pem'));
  const policy = [
    `people: { anna: { keys: ['${publicKey}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules: [{ name: all, then: deny }]',
  ];
  writeFileSync(folder.path('policy.yaml'), policy.join('\n'));
  expect(await command('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes')).toMatchObject({ code: 0 });
});

const words = (name: string, currency: string, network: string, address: string): string[] => {
  const destination = ['--currency', currency, '--network', network, '--address', address];
  return ['treasury', 'book', 'add', name, ...destination, '--as', 'anna', '--key', folder.path('anna.pem'), '--yes'];
};

describe('treasury book add', { tags: 'long' }, () => {
  it.each([
    ['right', 'BTC', 'BTC', BITCOIN, undefined],
    ['elsewhere', 'BTC', 'ETH', ETHEREUM, '--network ETH: the venue does not withdraw BTC on it; expected BTC'],
    ['unknown', 'NOSUCH', 'ETH', ETHEREUM, '--network ETH: the venue does not withdraw NOSUCH on it; it lists no network for NOSUCH'],
  ])('%s: %s on %s', async (name, currency, network, address, warning) => {
    const { code, stderr } = await command(...words(name, currency, network, address));
    expect(code).toBe(0);
    if (warning === undefined) expect(stderr).not.toContain('does not withdraw');
    else expect(stderr).toContain(warning);
  });

  it('does not need the venue', async () => {
    const { stderr } = await run(words('alone', 'BTC', 'ETH', ETHEREUM), { cwd: folder.path('.') });
    expect(stderr).not.toContain('does not withdraw');
  });
});
