import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { WorkerProcess } from '../../src/loading/processAnswer.ts';
import { startWorkerProcess } from '../../src/loading/workerProcess.ts';
import { isAlive } from '../../src/store/isAlive.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { until } from '../until.ts';
import type { Told } from './answeringProcess.ts';

const ENTRY = new URL('answeringProcess.ts', import.meta.url);
const running: WorkerProcess[] = [];

afterEach(() => {
  for (const worker of running.splice(0)) worker.end();
});

function start(told: Told, oldMb = 64): WorkerProcess {
  const worker = startWorkerProcess(ENTRY, told, { oldMb });
  running.push(worker);
  return worker;
}

it('answers from another process, with values that are no JSON', async () => {
  const value = { many: 12n, none: undefined, names: new Map([['a', new Set([1])]]) };
  const { told, pid } = (await start({ kind: 'answer', value }).answer) as { told: unknown; pid: number };
  expect(told).toEqual(value);
  expect(pid).not.toBe(process.pid);
});

it('knows nothing of the environment', async () => {
  process.env['SLUICE_TEST_SECRET'] = 'x';
  const names = (await start({ kind: 'environment' }).answer) as string[];
  delete process.env['SLUICE_TEST_SECRET'];
  expect(names.filter((name) => !/^(?:NODE_COMPILE_CACHE|LC_ALL|NODE_CHANNEL)/.test(name))).toEqual([]);
});

it('takes nobody with it when it crashes or has no memory left', async () => {
  await expect(start({ kind: 'crash' }).answer).rejects.toMatchObject({
    code: 'internal',
    message: /^a process beside this one failed: it ended with SIGABRT before/,
  });
  await expect(start({ kind: 'fill' }, 32).answer).rejects.toMatchObject({ message: /it may take 32 MB of memory/ });
});

it('can be ended while it is busy', async () => {
  const folder = temporaryFolder();
  const begun = folder.path('begun');
  const worker = start({ kind: 'loop', begun });
  await until(() => existsSync(begun) && readFileSync(begun, 'utf8') !== '');
  const pid = Number(readFileSync(begun, 'utf8'));
  expect(isAlive(pid)).toBe(true);
  worker.end();
  await expect(worker.answer).rejects.toMatchObject({ message: /SIGKILL/ });
  await until(() => !isAlive(pid));
  folder.remove();
});
