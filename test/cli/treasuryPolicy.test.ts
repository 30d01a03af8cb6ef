import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { HEAD } from '../policy/room.ts';
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

describe('sluice treasury policy check', () => {
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
      'line,kind,amount,currency,to,initiator,at,decision,rule,why',
      '2,payout,10,EUR,ada,ben,2026-11-23T09:00:00.000Z,allow,small,"the amount of 10 EUR is 10 EUR, at most 100 EUR"',
      '3,payout,99,EUR,ada,ben,2026-11-23T09:01:00.000Z,allow,small,"the amount of 99 EUR is 99 EUR, at most 100 EUR"',
      '',
    ]);
  });

  it('exits with 10 when a payment is denied, and says why', async () => {
    const { code, stderr } = await test('payments.csv');
    expect(code).toBe(10);
    expect(stderr).toContain('line 4: rule "small" does not match: the amount of 0.01 BTC: its value is not known');
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

  it('exits with 0 when nothing changes', async () => {
    const { code, stderr } = await policy('diff', 'policy.yaml', '--policy', 'policy.yaml', '--moves', 'payments.csv');
    expect([code, stderr]).toEqual([0, '0 decisions of 3 would have been another one\n']);
  });
});
