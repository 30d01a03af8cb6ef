import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { packageFile } from '../../src/base/packageFiles.ts';
import { assertOwnConfig, isOwnConfig } from '../../src/settings/ownConfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-own-config-'));
const demo = fileURLToPath(packageFile('config/demo.yaml'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a configuration of the package is nobody’s own, by whatever path', () => {
  const link = join(folder, 'link');
  symlinkSync(fileURLToPath(packageFile('config')), link);
  expect([demo, join(link, 'demo.yaml')].map(isOwnConfig)).toEqual([false, false]);
  expect(() => assertOwnConfig(demo)).toThrow('a part of the package and stays as it is');
});

it('any other one is, also where there is none yet', () => {
  const file = join(folder, 'demo.yaml');
  expect(isOwnConfig(file)).toBe(true);
  writeFileSync(file, 'mode: demo\n');
  expect(isOwnConfig(file)).toBe(true);
  expect(() => assertOwnConfig(file)).not.toThrow();
});
