import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sluiceVersion } from '../../src/settings/sluiceVersion.ts';

it('is the version that the package was published under', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(sluiceVersion()).toBe(version);
});
