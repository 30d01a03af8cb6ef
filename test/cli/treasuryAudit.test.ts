import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
afterAll(() => folder.remove());

const path = folder.path('state/treasury.sqlite');
const AT = Date.parse('2026-11-23T09:00:00Z');
const audit = (...argv: string[]) => run(['treasury', 'audit', ...argv, '--state', 'state'], { cwd });
const verified = async (...argv: string[]) => {
  const { code, stdout } = await audit('verify', ...argv, '-o', 'json');
  const { problems, ...rest } = JSON.parse(stdout) as { intact: boolean; rows: number; head: string; problems: { problem: string }[] };
  return { code, ...rest, problems: problems.map(({ problem }) => problem) };
};

beforeEach(async () => {
  rmSync(folder.path('state'), { recursive: true, force: true });
  const store = await openTreasuryStore({ path, clock: systemClock });
  for (let n = 1; n <= 4; n++) {
    const evidence = n === 2 ? 'Zoë said "\u202eyes"\n\\ and more' : '';
    await store.note(AT + n, { who: n < 3 ? 'anna' : 'bert', what: 'move.asked', subject: `W-${n}`, before: '', after: '{}', evidence });
  }
  await store.close();
});

/** What somebody does who may write the file and has taken the triggers away. */
async function tamper(sql: string): Promise<void> {
  const database = await openDatabase({ path, clock: systemClock, access: 'write' });
  await database.transaction(async (session) => {
    await session.run('DROP TRIGGER IF EXISTS audit_stays');
    await session.run('DROP TRIGGER IF EXISTS audit_is_kept');
    await session.run(sql);
  });
  await database.close();
}

describe('sluice treasury audit list', () => {
  it('lists who did what, and narrows to a person, a subject or a time', async () => {
    const seqs = async (...argv: string[]) =>
      (JSON.parse((await audit('list', ...argv, '-o', 'json')).stdout) as { seq: number }[]).map(({ seq }) => seq);
    expect(await seqs()).toEqual([1, 2, 3, 4]);
    expect(await seqs('--who', 'bert')).toEqual([3, 4]);
    expect(await seqs('--subject', 'W-2')).toEqual([2]);
    expect(await seqs('--since', '2026-11-24')).toEqual([]);
  });
});

describe('sluice treasury audit verify', () => {
  it('finds nothing in a log as it was written, also beside its owner', async () => {
    const owner = await openTreasuryStore({ path, clock: systemClock });
    expect(await verified()).toEqual({ code: 0, intact: true, rows: 4, head: (await owner.auditHead())!.hash, problems: [] });
    await owner.close();
  });

  it.each([
    ["UPDATE audit SET who = 'carl' WHERE seq = 2", 'row 2 was changed'],
    ["UPDATE audit SET after = '{ }' WHERE seq = 4", 'row 4 was changed'],
    ['UPDATE audit SET at = at + 1 WHERE seq = 1', 'row 1 was changed'],
    ['DELETE FROM audit WHERE seq = 2', 'row 2 is missing'],
    ['UPDATE audit SET seq = CASE seq WHEN 2 THEN -3 WHEN 3 THEN -2 ELSE seq END', 'row -3 stands at the beginning'],
    ['UPDATE audit SET previous = hash WHERE seq = 3', 'row 3 does not follow row 2'],
  ])('finds %s', async (sql, problem) => {
    await tamper(sql);
    const { code, intact, problems } = await verified();
    expect([code, intact, problems[0]]).toEqual([10, false, expect.stringContaining(problem)]);
  });

  it('finds a cut-off end by the heads that were written down', async () => {
    expect((await audit('head', '--anchor', 'anchors')).code).toBe(0);
    expect((await verified('--anchor', 'anchors')).problems).toEqual([]);
    await tamper('DELETE FROM audit WHERE seq > 2');
    expect((await verified()).problems).toEqual([]);
    expect((await verified('--anchor', 'anchors')).problems).toEqual([expect.stringContaining('row 4 was anchored')]);
  });

  it('reads what list exports, and finds what was changed in it', async () => {
    const { stdout } = await audit('list', '-o', 'ndjson');
    writeFileSync(folder.path('audit.ndjson'), stdout);
    expect(await verified('audit.ndjson')).toMatchObject({ code: 0, rows: 4 });
    writeFileSync(folder.path('audit.ndjson'), stdout.replace('Zoë', 'Zoe'));
    expect(await verified('audit.ndjson')).toMatchObject({
      code: 10,
      problems: ['row 2 was changed: what stands in it does not have its hash'],
    });
  });

  it('prints problems for people, and says what is wrong with the place', async () => {
    await tamper("UPDATE audit SET who = 'carl' WHERE seq = 2");
    const { stdout, stderr } = await audit('verify');
    expect([stdout, stderr]).toEqual([expect.stringContaining('row 2 was changed'), expect.stringContaining('1 problem: 4 rows, head 4 ')]);
    const none = await run(['treasury', 'audit', 'verify', '--state', 'elsewhere'], { cwd });
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('there is no treasury in')]);
  });
});

describe('sluice treasury audit head', () => {
  it('prints day, number and hash, and writes them at the end of a file once', async () => {
    const { stdout } = await audit('head', '--anchor', 'heads', '-o', 'json');
    const { day, seq, hash } = JSON.parse(stdout) as Record<string, string>;
    expect([seq, hash]).toEqual([4, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    await audit('head', '--anchor', 'heads');
    for (const line of readFileSync(folder.path('heads'), 'utf8').trimEnd().split('\n')) expect(line.slice(10)).toBe(` 4 ${hash}`);
    expect(readFileSync(folder.path('heads'), 'utf8')).toContain(`${day} 4 ${hash}\n`);
  });

  it('has nothing to print of an empty log', async () => {
    await (await openTreasuryStore({ path: folder.path('empty/treasury.sqlite'), clock: systemClock })).close();
    const { code } = await run(['treasury', 'audit', 'head', '--state', 'empty'], { cwd });
    expect(code).toBe(3);
  });
});
