import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { until } from '../until.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run, testIo } from './testIo.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
afterAll(() => folder.remove());

const PASSPHRASE = 'a long enough passphrase';
writeFileSync(folder.path('passphrase'), `${PASSPHRASE}\n`);
writeFileSync(folder.path('short'), 'short\n');
writeFileSync(folder.path('other'), 'another long passphrase\n');

const key = (...argv: string[]) => run(['treasury', 'key', ...argv], { cwd });
const made = async (...argv: string[]) => JSON.parse((await key('new', ...argv, '-o', 'json')).stdout) as Record<string, unknown>;

/** Runs a command on a terminal, where each question gets its answer. */
async function onTerminal(argv: readonly string[], answers: readonly (readonly [question: string, answer: string])[]) {
  const io = testIo({ cwd, columns: 80 });
  const ended = main(argv, io);
  for (const [question, answer] of answers) {
    await until(() => io.stderr().includes(question));
    io.type(answer);
  }
  return { code: await ended, stdout: io.stdout(), stderr: io.stderr() };
}

describe('sluice treasury key new', () => {
  it('writes an encrypted key that only its owner may read, and prints the public line', async () => {
    const { publicKey, file, isEncrypted } = await made('anna', '--passphrase-file', 'passphrase');
    expect(publicKey).toMatch(/^ed25519:[A-Za-z0-9+/]{43}=$/);
    expect([file, isEncrypted]).toEqual([folder.path('anna.key.pem'), true]);
    expect(statSync(folder.path('anna.key.pem')).mode & 0o777).toBe(0o600);
    const pem = readFileSync(folder.path('anna.key.pem'), 'utf8');
    expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(createPrivateKey({ key: pem, passphrase: PASSPHRASE }).asymmetricKeyType).toBe('ed25519');
  });

  it('says so when the key is not encrypted', async () => {
    const { code, stdout, stderr } = await key('new', 'bert');
    expect([code, stderr]).toEqual([0, expect.stringContaining('NOT encrypted')]);
    expect(stdout).toMatch(/^ENCRYPTED +false$/m);
  });

  it('overwrites nothing, and follows no link', async () => {
    await made('carl');
    const before = readFileSync(folder.path('carl.key.pem'), 'utf8');
    const again = await key('new', 'carl');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    expect(readFileSync(folder.path('carl.key.pem'), 'utf8')).toBe(before);
    symlinkSync(folder.path('nowhere'), folder.path('link.pem'));
    expect((await key('new', 'carl', '--out', 'link.pem')).code).toBe(2);
  });

  it.each([
    [['../x'], 2, 'expected letters'],
    [['dora', '--passphrase-file', 'short'], 2, 'too short'],
    [['dora', '--passphrase-file', 'missing'], 2, 'there is no such file'],
    [['dora', '--out', 'no/such/folder.pem'], 1, 'there is no such file or folder'],
  ])('%j is refused', async (argv, exit, words) => {
    const { code, stderr } = await key('new', ...argv);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(words)]);
  });

  it('asks on a terminal, twice, and shows nothing of the answer', async () => {
    const { code, stderr } = await onTerminal(
      ['treasury', 'key', 'new', 'emma'],
      [
        ['Passphrase for the new key', `${PASSPHRASE}\n`],
        ['again: ', `${PASSPHRASE}\n`],
      ],
    );
    expect([code, stderr.includes(PASSPHRASE)]).toEqual([0, false]);
    expect((await key('show', 'emma.key.pem', '--passphrase-file', 'passphrase')).code).toBe(0);
  });

  it('makes no key of two different answers, or of none', async () => {
    const differ = await onTerminal(
      ['treasury', 'key', 'new', 'fred'],
      [
        ['Passphrase for the new key', `${PASSPHRASE}\n`],
        ['again: ', 'a long enough passphrasE\n'],
      ],
    );
    expect([differ.code, differ.stderr]).toEqual([2, expect.stringContaining('differ')]);
    const stopped = await onTerminal(['treasury', 'key', 'new', 'fred'], [['Passphrase for the new key', '\u0003']]);
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('no passphrase was given')]);
    expect(() => statSync(folder.path('fred.key.pem'))).toThrow('ENOENT');
  });
});

describe('sluice treasury key show', () => {
  it('shows the public key that was printed when it was made', async () => {
    const plain = await made('gerd');
    expect(JSON.parse((await key('show', 'gerd.key.pem', '-o', 'json')).stdout)).toEqual({
      publicKey: plain['publicKey'],
      isEncrypted: false,
    });
    const encrypted = await made('hans', '--passphrase-file', 'passphrase');
    const shown = await key('show', 'hans.key.pem', '--passphrase-file', 'passphrase', '-o', 'json');
    expect(JSON.parse(shown.stdout)).toEqual({ publicKey: encrypted['publicKey'], isEncrypted: true });
  });

  it('points out a file that others may read', async () => {
    await made('iris');
    chmodSync(folder.path('iris.key.pem'), 0o644);
    expect((await key('show', 'iris.key.pem')).stderr).toContain('other users may read');
  });

  it('says why a file can not be opened', async () => {
    await made('jana', '--passphrase-file', 'passphrase');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(folder.path('rsa.pem'), rsa);
    const cases = [
      [['jana.key.pem', '--passphrase-file', 'other'], 2, 'the passphrase is wrong'],
      [['jana.key.pem'], 9, 'there is no passphrase'],
      [['passphrase'], 2, 'it holds no private key'],
      [['rsa.pem'], 2, 'an ed25519 key was expected'],
      [['missing.pem'], 2, 'there is no such file'],
    ] as const;
    for (const [argv, exit, words] of cases) {
      const { code, stderr } = await key('show', ...argv);
      expect([code, stderr]).toEqual([exit, expect.stringContaining(words)]);
    }
  });
});
