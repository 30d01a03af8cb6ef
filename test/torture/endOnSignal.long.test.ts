import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { postgresMissing } from '../store/postgresServer.ts';
import { processEnd } from '../processEnd.ts';
import { until } from '../until.ts';

const TORTURE = fileURLToPath(new URL('torture.ts', import.meta.url));

/** The command lines of the children of a process. Empty where there is no /proc. */
function childrenOf(parent: number): ReadonlyMap<number, readonly string[]> {
  const read = (name: string): string | undefined => {
    try {
      return readFileSync(`/proc/${name}`, 'utf8');
    } catch {
      return undefined;
    }
  };
  const children = read(`${parent}/task/${parent}/children`)?.trim().split(' ').filter(Boolean) ?? [];
  return new Map(children.map((pid) => [Number(pid), read(`${pid}/cmdline`)?.split('\0') ?? []]));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.for([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s to the process alone ends its servers and daemons, and leaves no folder', async ([signal, code], { skip }) => {
  const missing = postgresMissing() ?? (existsSync('/proc/self/task') ? undefined : 'there is no /proc');
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'torture-signal-'));
  const run = spawn(process.execPath, [TORTURE, 'writer', '--kills', '2', '--pairs', '1'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: 'ignore',
  });
  const ended = processEnd(run);
  const children = await until(
    () => childrenOf(run.pid!),
    (found) => run.exitCode !== null || [...found.values()].some((words) => words.includes('--standby')),
  );
  const postgres = [...children.values()].find((words) => words.includes('-D'))!;
  const data = postgres[postgres.indexOf('-D') + 1]!;
  expect(existsSync(data)).toBe(true);
  run.kill(signal);
  await ended;
  expect(run.exitCode).toBe(code);
  expect(existsSync(data)).toBe(false);
  await until(() => ![...children.keys()].some(isAlive));
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
