import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { doctor } from '../../src/cli/commands/doctor.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe(doctor.name, () => {
  const venue = serveVenue('--port', '0');

  it('looks at everything, and exits 0 where nothing is bad', { tags: 'long' }, async () => {
    const { code, stdout } = await run([doctor.name, '-o', 'json'], { env: venue.env() });
    expect(code).toBe(0);
    const found = JSON.parse(stdout) as { check: string; result: string; found: string; do: string | null }[];
    expect(new Set(found.map(({ check }) => check))).toEqual(
      new Set([
        'configuration',
        'versions',
        'clock',
        'modes',
        'disk',
        'keys',
        'recordings',
        'feed',
        'sizes',
        'account',
        'databases',
        'unresolved',
        'recovery',
        'daemon',
        'ports',
      ]),
    );
    expect(found.filter(({ result }) => result === 'bad')).toEqual([]);
  });

  it('shows every problem of a configuration, looks at the machine all the same, and exits 10', { tags: 'long' }, async () => {
    const file = folder.path('wrong.yaml');
    writeFileSync(file, 'mode: demo\nrisk: { maxOpenOrders: many }\npoll: { books: soon }\n');
    const { code, stdout, stderr } = await run([doctor.name, file]);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^bad {3}configuration: [^]*maxOpenOrders[^]*books[^]* {6}do: sluice config check /);
    expect(stdout).toMatch(/^ok {4}versions: sluice /m);
    expect(stderr).toMatch(/error: \d+ of \d+ findings are bad: configuration/);
  });

  it('says of a key that is wrong what to do, and shows neither key nor secret', { tags: 'long' }, async () => {
    const secret = 'd3JvbmcgYnV0IGxvbmc=';
    const env = { ...venue.env(), SLUICE_EXCHANGE_SECRET: secret };
    const { code, stdout, stderr } = await run([doctor.name], { env });
    expect(code).toBe(10);
    expect(stdout).toMatch(/^bad {3}keys: the key …\w{4} at .* is not accepted: .*\n {6}do: check key, secret/m);
    for (const hidden of [secret, venue.env()['SLUICE_EXCHANGE_KEY']!]) expect(stdout + stderr).not.toContain(hidden);
  });
});
