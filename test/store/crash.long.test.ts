import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { openStore } from '../../src/store/store.ts';
import { codeOf, newIntent, temporaryFolder } from './builders.ts';

const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const CHILD = fileURLToPath(new URL('fixtures/holdIntent.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let child: ChildProcess;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder.path, 'sluice.db');
  await hold('marked');
});

/** Another process begins an intent, and stands before or after the moment at which its first byte may leave. */
async function hold(moment: 'marked' | 'unmarked'): Promise<void> {
  child = spawn(NODE, [CHILD, path, moment], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
}

afterEach(async () => {
  await kill();
  folder.remove();
});

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('an intent that was being sent when the process was killed is unknown after the next start, and its lane is shut', async () => {
  await kill();
  const store = await openStore({ path, clock: { ...systemClock, now: () => 77 } });
  const [intent, ...others] = await store.journal.unresolved();
  expect(others).toEqual([]);
  expect(intent).toMatchObject({
    id: 'in-flight',
    state: 'unknown',
    gaveUpAt: 77,
    resolvedAt: undefined,
    evidence: 'the process ended while it was being sent',
  });
  expect(intent?.sentAt).toBeGreaterThan(0);
  expect(await codeOf(store.journal.begin(newIntent('next')))).toBe('lane-frozen');
  expect((await store.check()).problems).toEqual([]);
  await store.close();
});

test('V5: a process that is killed between the commit and the first byte has provably sent nothing, and its lane is open', async () => {
  await kill();
  rmSync(path);
  await hold('unmarked');
  await kill();
  const store = await openStore({ path, clock: { ...systemClock, now: () => 77 } });
  expect(await store.journal.unresolved()).toEqual([]);
  expect(await store.journal.get('in-flight')).toMatchObject({
    state: 'not-sent',
    resolvedAt: 77,
    evidence: 'the process ended before the first byte of it could leave',
  });
  expect(await codeOf(store.journal.begin(newIntent('next')))).toBe('ok');
  await store.close();
});

test.each([
  ['is gone', () => rmSync(`${path}.sent`)],
  ['is of an owner before the last', (head: string) => head.replace(/ 1 (\w+) *$/, ' 0 $1')],
  ['is of another life of the same epoch', (head: string) => head.replace(/\w+ *$/, '0123456789abcdef')],
  ['was written before the machine was started', (head: string) => head.replace(/[0-9a-f]{8}-/, '00000000-')],
  ['is no such file', () => 'something else'],
])('a file of marks that %s proves nothing', async (_, change) => {
  await kill();
  rmSync(path);
  await hold('unmarked');
  await kill();
  const changed = change(readFileSync(`${path}.sent`, 'latin1').trimEnd());
  if (changed !== undefined) writeFileSync(`${path}.sent`, `${changed.padEnd(95)}\n`);
  const store = await openStore({ path, clock: systemClock });
  expect(await store.journal.unresolved()).toMatchObject([{ id: 'in-flight', state: 'unknown' }]);
  await store.close();
});

test('nor does a missing mark while the process that would have made it lives', async () => {
  await kill();
  rmSync(path);
  await hold('unmarked');
  rmSync(`${path}.lock`);
  const store = await openStore({ path, clock: systemClock });
  expect(await store.journal.unresolved()).toMatchObject([{ id: 'in-flight', state: 'unknown' }]);
  await store.close();
});

test('a second owner is refused by name while the first lives, and accepted after it was killed', async () => {
  const refusal = await openStore({ path, clock: systemClock }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isFault(refusal, 'daemon-running')).toBe(true);
  expect(String(refusal)).toContain(`process ${child.pid}`);
  await kill();
  const store = await openStore({ path, clock: systemClock });
  expect(await codeOf(store.state.save('a', 'b', 'c'))).toBe('ok');
  await store.close();
});

test('a reader reads beside a living owner, and after it was killed before anybody repaired the database', async () => {
  const seen = async (): Promise<unknown> => {
    const reader = await openStore({ path, clock: systemClock, access: 'read' });
    const intents = await reader.journal.list(10);
    expect(await codeOf(reader.journal.begin(newIntent('from-a-reader', { lane: 'other' })))).toBe('store');
    expect(await codeOf(reader.fillLog.record([], { symbol: 'BTC/EUR', at: 1 }))).toBe('store');
    await reader.close();
    return intents.map((intent) => [intent.id, intent.state]);
  };
  expect(await seen()).toEqual([['in-flight', 'sending']]);
  await kill();
  expect(await seen()).toEqual([['in-flight', 'sending']]);
  rmSync(`${path}-shm`);
  expect(await seen(), 'without the index of the log, which a reader makes anew').toEqual([['in-flight', 'sending']]);
});

test('a process that was overtaken because its lock file was deleted cannot begin an intent any more', async () => {
  await kill();
  const first = await openStore({ path, clock: systemClock });
  rmSync(`${path}.lock`);
  const second = await openStore({ path, clock: systemClock });
  expect(await codeOf(first.journal.begin(newIntent('late', { lane: 'free' })))).toBe('daemon-running');
  expect(await codeOf(second.journal.begin(newIntent('new', { lane: 'free' })))).toBe('ok');
  await first.close();
  await second.close();
});
