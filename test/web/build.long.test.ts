import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageFiles } from '../../src/control/page/pageFiles.ts';
import { startProcess } from '../cli/processes.ts';
import { buildPage } from './demoDashboard.ts';

const BUILD = fileURLToPath(new URL('../../web/build.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('../../dist/web', import.meta.url));

it('a page that is served is there while it is built anew, by two at once too', async () => {
  await buildPage();
  const files = pageFiles(PAGE);
  const index = Buffer.from(files('/index.html')!.bytes).toString();
  const named = ['/index.html', ...[...index.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path]) => path!)];
  expect(named.some((path) => path.endsWith('.js'))).toBe(true);
  const builds = [1, 2].map(() => startProcess(process.execPath, [BUILD]));
  const missed = new Set<string>();
  let looks = 0;
  while (builds.some(({ child }) => child.exitCode === null && child.signalCode === null)) {
    for (const path of named) if (files(path) === undefined) missed.add(path);
    looks++;
    await new Promise(setImmediate);
  }
  for (const { code, stderr } of await Promise.all(builds.map(({ ended }) => ended))) expect(code, stderr).toBe(0);
  expect([...missed]).toEqual([]);
  expect(looks).toBeGreaterThan(1);
});
