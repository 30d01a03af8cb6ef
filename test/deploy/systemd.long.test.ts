import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { checked, toolFor } from './tool.ts';

const UNIT = new URL('../../deploy/sluice.service', import.meta.url);
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** The unit with a program and a user that are there. Everything else is as it is. */
function written(): string {
  const path = folder.path('sluice.service');
  const text = readFileSync(UNIT, 'utf8');
  writeFileSync(path, text.replaceAll(/^(Exec\w+)=\S+/gm, '$1=/bin/true').replaceAll(/^(User|Group)=.*$/gm, '$1=daemon'));
  return path;
}

test('systemd-analyze verify has nothing against the unit', (context) => {
  const { code, said } = checked(toolFor(context, 'systemd-analyze'), ['verify', written()], folder.path('.'));
  expect({ code, said: said.split('\n').filter((line) => line.includes('sluice.service')) }).toEqual({ code: 0, said: [] });
});

test('systemd-analyze security finds its exposure low', (context) => {
  // Ten times the exposure that it gives: beyond 20 it ends with 1.
  const { code, said } = checked(
    toolFor(context, 'systemd-analyze'),
    ['security', '--offline=true', '--threshold=20', written()],
    folder.path('.'),
  );
  expect(code, said).toBe(0);
});
