import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { instantOfUlid } from '../../src/base/ulid.ts';
import { main } from '../../src/cli/main.ts';
import { makeKeyFile } from '../../src/treasury/approvals/keyFile.ts';
import { until } from '../until.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testIo } from './testIo.ts';

const { command, json, env } = serveVenue();
const folder = temporaryFolder();
afterAll(() => folder.remove());

it('a signed request for an address counts from when everything was answered', { tags: 'long' }, async () => {
  const passphrase = 'a long enough passphrase';
  const publicKey = makeKeyFile(folder.path('anna.pem'), new Secret(passphrase));
  const policy = [
    `people: { anna: { keys: ['${publicKey}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules: [{ name: all, then: deny }]',
  ];
  writeFileSync(folder.path('policy.yaml'), policy.join('\n'));
  expect(await command('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes')).toMatchObject({ code: 0 });
  const io = testIo({ env: env(), columns: 80 });
  const address = ['--currency', 'BTC', '--network', 'BTC', '--address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'];
  const ended = main(['treasury', 'book', 'add', 'cold-1', ...address, '--as', 'anna', '--key', folder.path('anna.pem')], io);
  let answeredAt = 0;
  for (const [question, answer] of [
    ['[y/N]', 'y\n'],
    ['Passphrase', `${passphrase}\n`],
  ] as const) {
    await Promise.race([ended, until(() => io.stderr().includes(question))]);
    const askedAt = Date.now();
    answeredAt = await until(
      () => Date.now(),
      (now) => now > askedAt + 1,
    );
    io.type(answer);
  }
  expect(await ended).toBe(0);
  const [entry] = await json<readonly { readonly id: string }[]>('treasury', 'book', 'list');
  expect(instantOfUlid(entry!.id.slice(2))).toBeGreaterThanOrEqual(answeredAt);
});
