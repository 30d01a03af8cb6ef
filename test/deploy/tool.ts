import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/**
 * Where a program is that checks what is in `deploy/`: as `SLUICE_PROMTOOL` and the like name it, else as it is installed. Without
 * it the test is left out, and says so.
 */
export function toolFor({ skip }: TestContext, name: string): string {
  const path = process.env[`SLUICE_${name.toUpperCase().replaceAll('-', '_')}`] ?? name;
  const { error } = spawnSync(path, ['--version'], { stdio: 'ignore' });
  return error === undefined ? path : skip(`NOT TESTED: ${name} is not installed here`);
}

/** Runs a check and returns what it said, with its exit code. */
export function checked(
  tool: string,
  argv: readonly string[],
  cwd: string,
  input?: string,
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(tool, argv, { cwd, encoding: 'utf8', input });
  return { code: status, said: `${stdout}${stderr}` };
}
