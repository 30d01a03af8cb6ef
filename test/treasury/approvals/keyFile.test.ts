import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { makeKeyFile, readKeyFile } from '../../../src/treasury/approvals/keyFile.ts';
import { isSignatureOf, signatureOf } from '../../../src/treasury/approvals/signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const thing = { purpose: 'move approval', hash: '0'.repeat(64), policyVersion: 1 } as const;
const passphrase = new Secret('a long enough passphrase');

it('gives back the key that was made, and what it signs holds for the public key', async () => {
  const path = join(folder, 'a.pem');
  const made = makeKeyFile(path, passphrase);
  const { privateKey, publicKey, isEncrypted, isOpenToOthers } = await readKeyFile(path, async () => passphrase);
  expect({ publicKey, isEncrypted, isOpenToOthers }).toEqual({ publicKey: made, isEncrypted: true, isOpenToOthers: false });
  expect(isSignatureOf(thing, made, signatureOf(thing, privateKey))).toBe(true);
});

it('asks for no passphrase where there is none', async () => {
  const path = join(folder, 'b.pem');
  makeKeyFile(path, undefined);
  const { isEncrypted } = await readKeyFile(path, () => Promise.reject(new Error('asked')));
  expect(isEncrypted).toBe(false);
});

it('opens no damaged file: each byte of an encrypted one counts', async () => {
  const path = join(folder, 'c.pem');
  makeKeyFile(path, passphrase);
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const line of lines.keys()) {
    if (line === 0 || lines[line]!.startsWith('-') || lines[line] === '') continue;
    writeFileSync(path, lines.with(line, lines[line]!.slice(1)).join('\n'));
    await expect(readKeyFile(path, async () => passphrase)).rejects.toMatchObject({ code: 'usage' });
  }
});

it('says of a key that is not there which one is meant, and what makes it', async () => {
  await expect(readKeyFile('/nosuch/anna.pem', () => Promise.reject(new Error('asked')))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('/nosuch/anna.pem') as string,
    suggestion: 'name the file of your private key, as `sluice treasury key new NAME` made it',
  });
});
