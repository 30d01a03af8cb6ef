import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treasuryRecover } from '../../src/cli/commands/treasuryRecover.ts';
import { readSeal, type Sealed, SealFile } from '../../src/store/sealFile.ts';
import { TREASURY_WORDS } from '../../src/store/treasurySeal.ts';
import { endAll, type Env, type Running, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
let env: Env;

const run = async (...argv: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => sluice(argv, env);
const json = async <T>(...argv: string[]): Promise<T> => JSON.parse((await run(...argv, '-o', 'json')).stdout) as T;
const key = (person: string): string => folder.path(`${person}.pem`);
const database = (): string => folder.path('state/treasury.sqlite');
const BTC = ['--currency', 'BTC', '--network', 'BTC', '--address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'];

async function publicKey(person: string): Promise<string> {
  await run('treasury', 'key', 'new', person, '--out', key(person));
  return (await json<{ publicKey: string }>('treasury', 'key', 'show', key(person))).publicKey;
}

const withdraw = (amount: string) => {
  const move = ['treasury', 'withdraw', '--to', 'cold-1', '--currency', 'BTC', '--amount', amount, '--repeat'];
  return run(...move, '--as', 'anna', '--key', key('anna'), '--yes', '--wait', '60s');
};

function putBack(copy: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(database() + suffix, { force: true });
  copyFileSync(copy, database());
}

const sealPath = (): string =>
  folder.path(`accounts/${readdirSync(folder.path('accounts')).find((one) => /^treasury-.*\.seal$/.test(one))!}`);
const sealed = (): Sealed => readSeal(sealPath(), TREASURY_WORDS)!;
const keptFiles = (): string =>
  readdirSync(folder.path('state'))
    .filter((name) => name.endsWith('.before-recovery'))
    .join();

/** As if it were some minutes later: nothing can be on its way any more that was when the database was last whole. */
function letTimePass(): void {
  const known = sealed();
  const file = new SealFile(sealPath(), TREASURY_WORDS);
  file.write({ ...known, at: known.at - 600_000 }, true);
  file.close();
}

/** How far a recovery has got, each as what tells whether one that begins now is there. The first one has ended by then. */
const STAGES: readonly (() => (recovery: Running) => boolean)[] = [
  () => (recovery) => recovery.stdout() !== '',
  () => {
    const { rebuild } = sealed();
    return () => sealed().rebuild !== rebuild;
  },
  () => {
    const kept = keptFiles();
    return () => keptFiles() !== kept;
  },
  () => (recovery) => recovery.stderr().includes('reading the journals'),
];

beforeAll(async () => {
  const simulator = await startSimulator();
  env = { ...simulator.env, ...simulator.processing, SLUICE_STATE: folder.path('state'), SLUICE_ACCOUNTS: folder.path('accounts') };
  const [anna, ben] = [await publicKey('anna'), await publicKey('ben')];
  const policy = [
    `people: { anna: { keys: ['${anna}'] }, ben: { keys: ['${ben}'] } }`,
    'groups: { owners: [anna, ben] }',
    'book: { approve: nobody, cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }], after: 24h }',
    'rules:',
    "  - { name: a day's worth, if: { kind: withdrawal, currency: BTC, window: [{ last: 24h, above: 0.01 BTC }] }, then: deny }",
    '  - { name: small, if: { kind: withdrawal, currency: BTC, amount: { atMost: 0.006 BTC } }, then: allow }',
  ];
  writeFileSync(folder.path('policy.yaml'), `${policy.join('\n')}\n`);
  await run('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes');
  expect(await run('treasury', 'book', 'add', 'cold-1', ...BTC, '--as', 'anna', '--key', key('anna'), '--yes')).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await endAll();
  folder.remove();
});

describe(treasuryRecover.name, () => {
  it('has nothing to do where the database is whole, and nothing to make where there was none', async () => {
    expect(await run('treasury', 'recover', '--yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('is whole') as string });
    const nowhere = await sluice(['treasury', 'recover', '--yes', '--state', folder.path('nowhere')], {
      ...env,
      SLUICE_ACCOUNTS: folder.path('other-accounts'),
    });
    expect(nowhere).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no treasury in') as string });
  });

  it('refuses an old copy wherever money would move, and counts in windows what was sent since then when it is recovered', async () => {
    copyFileSync(database(), folder.path('copy.sqlite'));
    expect(await withdraw('0.005')).toMatchObject({ code: 0 });
    expect(await withdraw('0.004')).toMatchObject({ code: 0 });
    putBack(folder.path('copy.sqlite'));
    const refused = {
      stderr: expect.stringMatching(/has lost its end: \d+ of its \d+ changes are missing[^]*sluice treasury recover/) as string,
    };
    expect(await withdraw('0.005')).toMatchObject(refused);
    const to = ['--currency', 'BTC', '--networkCode', 'BTC', '--destinationAddress', BTC.at(-1)!];
    const raw = [...to, '--amount', '0.001', '--referenceId', 'raw-1'];
    expect(await run('api', 'exchange.withdrawals.create', ...raw, '--yes')).toMatchObject(refused);
    expect(await run('treasury', 'serve')).toMatchObject(refused);
    // Wherever it is killed, it is begun again, and nothing is let in before it has ended.
    for (const seen of STAGES) {
      putBack(folder.path('copy.sqlite'));
      letTimePass();
      const isSeen = seen();
      const killed = start(['treasury', 'recover', '--yes'], env);
      await killed.until(() => isSeen(killed));
      killed.kill('SIGKILL');
      await killed.ended;
      // Who only looks is shown what there is, and is told that it is half rebuilt for as long as it is. The seal says that it is whole a moment later.
      const isSealed = sealed().isRebuilding !== true;
      const { code, stdout, stderr } = await run('treasury', 'list', '-o', 'json');
      const [isHalf, moves] = [stderr.includes('half rebuilt'), JSON.parse(stdout) as object[]];
      expect([code, isHalf && isSealed, isHalf || moves.length === 2]).toEqual([0, false, true]);
    }
    const recovered = await run('treasury', 'recover', '--yes');
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 });
    const moves = await json<{ kind: string; state: string; initiator: string }[]>('treasury', 'list');
    expect(moves.map(({ kind, initiator }) => [kind, initiator])).toEqual([
      ['withdrawal', 'recovered'],
      ['withdrawal', 'recovered'],
    ]);
    // 0.009 of 0.01 are used up, whatever the copy knew of it.
    expect(await withdraw('0.005')).toMatchObject({
      code: expect.any(Number) as number,
      stdout: expect.stringContaining("a day's worth") as string,
    });
    expect(await run('treasury', 'audit', 'verify')).toMatchObject({ code: 0 });
    expect(await run('treasury', 'recover', '--yes')).toMatchObject({ stderr: expect.stringContaining('is whole') as string });
  });

  it('makes a new one where nothing is left, and moves nothing before a policy is published', async () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(database() + suffix, { force: true });
    expect(await run('treasury', 'list')).toMatchObject({
      stderr: expect.stringContaining('the database of the treasury is gone') as string,
    });
    expect(existsSync(database())).toBe(false);
    letTimePass();
    const recovered = await run('treasury', 'recover', '--yes');
    expect(recovered, recovered.stderr).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the policy that was in force is lost') as string,
    });
    expect(await json<object[]>('treasury', 'list')).toHaveLength(2);
    expect((await withdraw('0.001')).code).not.toBe(0);
  });

  it('lets nothing past it then, and takes no other policy than the one that was in force', async () => {
    const past = ['--currency', 'BTC', '--networkCode', 'BTC', '--amount', '0.001', '--destinationAddress', BTC.at(-1)!, '--yes'];
    const raw = await run('api', 'exchange.withdrawals.create', ...past);
    expect([raw.code, raw.stderr]).toEqual([7, expect.stringContaining('the policy that was in force is lost')]);
    writeFileSync(folder.path('other.yaml'), `${readFileSync(folder.path('policy.yaml'), 'utf8')}# mine now\n`);
    const other = await run('treasury', 'policy', 'publish', folder.path('other.yaml'), '--as', 'anna', '--yes');
    expect([other.code, other.stderr]).toEqual([7, expect.stringContaining('has the SHA-256')]);
    const same = await run('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes');
    expect(same, same.stderr).toMatchObject({ code: 0 });
    expect(await run('api', 'exchange.withdrawals.create', ...past)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('policy 1 is in force') as string,
    });
  });
});
