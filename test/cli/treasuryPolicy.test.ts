import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { HEAD } from '../policy/room.ts';
import { aMove, aRow } from '../treasury/approvals/moves.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
afterAll(() => folder.remove());

const policy = (...argv: string[]) => run(['treasury', 'policy', ...argv], { cwd });

writeFileSync(folder.path('policy.yaml'), `${HEAD}rules: [{ name: small, if: { amount: { atMost: 100 EUR } }, then: allow }]\n`);
writeFileSync(folder.path('new.yaml'), `${HEAD}rules: [{ name: tiny, if: { amount: { atMost: 10 EUR } }, then: allow }]\n`);
writeFileSync(folder.path('broken.yaml'), `${HEAD}rules: [{ nam: small, then: alow }]\n`);
writeFileSync(folder.path('late.yaml'), `${HEAD}rules: [{ name: all, then: deny }, { name: late, then: allow }]\n`);
const rows = 'currency,amount,to,at\nEUR,10,ada,2026-11-23T09:00:00Z\nEUR,99,ada,2026-11-23T09:01:00Z\n';
writeFileSync(folder.path('small.csv'), rows);
writeFileSync(folder.path('payments.csv'), `${rows}BTC,0.01,ada,2026-11-23T09:02:00Z\n`);

const DECIDED = { state: 'completed', rule: 'small', needs: [], evidence: undefined, account: undefined, signedWith: undefined } as const;

describe('sluice treasury policy check', () => {
  it('asks for a policy file where there is none of that name, as other commands do', async () => {
    for (const words of [
      ['check', 'nosuch.yaml'],
      ['diff', 'nosuch.yaml', '--policy', 'policy.yaml', '--moves', 'small.csv'],
      ['test', 'small.csv', '--policy', 'nosuch.yaml'],
    ]) {
      const { code, stderr } = await policy(...words);
      expect(code).toBe(4);
      expect(stderr).toContain('nosuch.yaml: there is no such file');
      expect(stderr).toContain('do: name a policy file that is there');
      expect(stderr).not.toContain('-c FILE');
    }
  });

  it('says ok, with a note for each warning', async () => {
    const { code, stdout, stderr } = await policy('check', 'late.yaml', '-o', 'json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { file: 'late.yaml', people: 5, groups: 2, rules: 2, warnings: 1, result: 'ok' }]);
    expect(stderr).toContain('this rule never decides');
  });

  it('shows every problem with its place, and exits with 4', async () => {
    const { code, stdout, stderr } = await policy('check', 'broken.yaml');
    expect([code, stdout]).toEqual([4, '']);
    for (const said of ['3 problems', 'rules.0.nam', 'did you mean name?', 'expected allow or deny; did you mean allow?'])
      expect(stderr).toContain(said);
  });
});

describe('sluice treasury policy test', () => {
  const test = async (file: string, ...more: string[]) => policy('test', file, '--policy', 'policy.yaml', ...more);

  it('exits with 0 when nothing is denied', async () => {
    const { code, stdout } = await test('small.csv', '-o', 'csv', '--initiator', 'ben', '--kind', 'payout');
    expect(code).toBe(0);
    expect(stdout.split('\r\n')).toEqual([
      'move,line,kind,amount,currency,to,initiator,at,decision,rule,why',
      ',2,payout,10,EUR,ada,ben,2026-11-23T09:00:00.000Z,allow,small,"the amount of 10 EUR is 10 EUR, at most 100 EUR"',
      ',3,payout,99,EUR,ada,ben,2026-11-23T09:01:00.000Z,allow,small,"the amount of 99 EUR is 99 EUR, at most 100 EUR"',
      '',
    ]);
  });

  it('exits with 10 when a payment is denied, and says why', async () => {
    const { code, stderr } = await test('payments.csv');
    expect(code).toBe(10);
    expect(stderr).toContain('line 4: rule "small" does not match: the amount of 0.01 BTC: its value is not known');
  });

  it('says the first twenty reasons, and of wrong lines the first twenty', async () => {
    const many = (line: string) => writeFileSync(folder.path('many.csv'), `currency,amount,to\n${`${line}\n`.repeat(30)}`);
    many('EUR,500,ada');
    const denied = await policy('test', 'many.csv', '--policy', 'policy.yaml');
    expect(denied.stderr.trimEnd().split('\n')).toHaveLength(21);
    expect(denied.stderr).toMatch(/and \d+ more; -o json shows all\n$/);
    many('EUR,nothing,ada');
    const wrong = await policy('test', 'many.csv', '--policy', 'policy.yaml');
    expect(wrong.stderr.match(/^line /gm)).toHaveLength(20);
    expect(wrong.stderr).toContain('\nand 10 more; -o json shows all\n');
    const json = await policy('test', 'many.csv', '--policy', 'policy.yaml', '-o', 'json');
    expect((JSON.parse(json.stderr) as { problems: unknown[] }).problems).toHaveLength(30);
  });

  it('knows the prices and balances that it is told', async () => {
    expect((await test('payments.csv', '--price', 'BTC/EUR=10000')).code).toBe(0);
    expect((await test('payments.csv', '--price', 'EUR/BTC=0.0001', '--balance', 'EUR=100')).code).toBe(0);
    expect((await test('payments.csv', '--price', 'BTC/EUR=10000.01')).code).toBe(10);
    expect((await test('payments.csv', '--price', 'BTC=1')).stderr).toContain('expected PAIR=PRICE, like BTC/EUR=50000');
  });

  it('names a file that is missing', async () => {
    expect((await test('gone.csv')).stderr).toContain("gone.csv can't be read");
  });
});

describe('sluice treasury policy diff', () => {
  it('shows what would have been decided otherwise, and exits with 10', async () => {
    const { code, stdout, stderr } = await policy('diff', 'new.yaml', '--policy', 'policy.yaml', '--moves', 'payments.csv', '-o', 'json');
    expect([code, stderr]).toEqual([10, '']);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ line: 3, amount: '99', before: 'allow', rule_before: 'small', after: 'deny', rule_after: 'default' }),
    ]);
  });

  it("compares with the policy in force, on the treasury's own moves of the last 30 days", async () => {
    const at = systemClock.now();
    const store = await openTreasuryStore({ path: join(folder.path('state'), 'treasury.sqlite'), clock: systemClock });
    const text = readFileSync(folder.path('policy.yaml'), 'utf8');
    const note = { who: 'anna', what: 'test', subject: 'test', before: '', after: '', evidence: '' };
    const version = { version: 1, text, hash: '', publishedBy: 'anna', publishedAt: at - 1, approvals: [], holdsFrom: at - 1 };
    await store.policies.add(version, note);
    for (const [id, amount, daysAgo] of [
      ['W-1', '50', 40],
      ['W-2', '60', 20],
      ['W-3', '5', 10],
    ] as const) {
      const row = aRow({ reference: `${id}-0`, currency: 'EUR', amount: dec(amount), destination: undefined });
      const move = aMove({ id, kind: 'conversion', rows: [row], createdAt: at - daysAgo * DAY_MS, expiresAt: undefined });
      const progress = [{ state: 'completed', venueId: undefined, fee: undefined, sentAt: move.createdAt, evidence: undefined }] as const;
      await store.moves.add({ ...move, ...DECIDED, changedAt: at, progress }, at, note);
    }
    await store.close();
    const { code, stdout } = await policy('diff', 'new.yaml', '--state', folder.path('state'), '-o', 'json');
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ move: 'W-2', line: 1, before: 'allow', after: 'deny' })]);
    const longer = await policy('diff', 'new.yaml', '--state', folder.path('state'), '--last', '90d', '-o', 'json');
    expect(JSON.parse(longer.stdout)).toHaveLength(2);
    expect((await policy('test', 'small.csv', '--state', folder.path('state'))).code).toBe(0);
  });

  it('compares as much of a file as --last says, and all of it without', async () => {
    const ago = (days: number): string => new Date(systemClock.now() - days * DAY_MS).toISOString();
    writeFileSync(folder.path('dated.csv'), `currency,amount,to,at\nEUR,60,ada,${ago(40)}\nEUR,60,ada,${ago(2)}\n`);
    const diff = ['diff', 'new.yaml', '--policy', 'policy.yaml', '--moves', 'dated.csv'];
    expect((await policy(...diff)).stderr).toContain('2 decisions of 2 would have been another one');
    expect((await policy(...diff, '--last', '3d')).stderr).toContain('1 decision of 1 would have been another one');
    expect(await policy(...diff, '--last', '1d')).toMatchObject({ code: 0, stderr: expect.stringContaining('0 decisions of 0') as string });
  });

  it('says so when there is no treasury, or no policy in force', async () => {
    expect((await policy('diff', 'new.yaml', '--state', folder.path('nothing'))).stderr).toContain('there is no treasury in');
    await (await openTreasuryStore({ path: join(folder.path('bare'), 'treasury.sqlite'), clock: systemClock })).close();
    const { code, stderr } = await policy('test', 'small.csv', '--state', folder.path('bare'));
    expect([code, stderr]).toEqual([3, expect.stringContaining('the treasury has no policy in force')]);
  });

  it('exits with 0 when nothing changes', async () => {
    const { code, stderr } = await policy('diff', 'policy.yaml', '--policy', 'policy.yaml', '--moves', 'payments.csv');
    expect([code, stderr]).toEqual([0, '0 decisions of 3 would have been another one\n']);
  });
});
