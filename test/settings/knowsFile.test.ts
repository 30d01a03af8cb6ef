import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const FOUND = `probed: { venue: "venue.example.com", at: 2026-11-23T10:00:00Z, by: sluice 0.1.0 }
pageBase: 1
replace: atomic-keeps-id
visibleWithin: 40s
timestampWindow: 2m
refusals: [no-such-order]
seen:
  page-base: "page 0 and page 1 are the same"
`;

const ENV = { KEY: 'key-1', SECRET: 'c2VjcmV0' };

/** The settings of a file that names `knows.yaml`, which holds this text. Rejects as `loadSettings` does. */
async function settingsWith(knowsText: string | undefined, inline = '', url = 'https://venue.example.com'): Promise<Settings> {
  const folder = temporaryFolder();
  try {
    mkdirSync(folder.path('config'));
    if (knowsText !== undefined) writeFileSync(folder.path('config/knows.yaml'), knowsText);
    const exchange = `exchange: { url: ${url}, key: "\${env:KEY}", secret: "\${env:SECRET}" }`;
    writeFileSync(folder.path('config/my.yaml'), `mode: demo\nvenue:\n  ${exchange}\n  knows: { file: ./knows.yaml${inline} }\n`);
    return await loadSettings({ file: folder.path('config/my.yaml'), env: ENV });
  } finally {
    folder.remove();
  }
}

async function messageOf(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isFault(error, 'configuration')).toBe(true);
  return (error as Error).message;
}

describe('venue.knows.file', () => {
  it('is read from the folder of the configuration, and gives what it does not say itself', async () => {
    const { venue } = await settingsWith(FOUND);
    expect(venue.knows).toEqual({
      file: './knows.yaml',
      pageBase: '1',
      replace: 'atomic-keeps-id',
      visibleWithin: 40_000,
      timestampWindow: 120_000,
      refusals: ['no-such-order'],
    });
  });

  it('counts after what stands in the configuration', async () => {
    const { venue } = await settingsWith(FOUND, ', replace: unknown, visibleWithin: 5s');
    expect(venue.knows).toMatchObject({ replace: 'unknown', visibleWithin: 5000, pageBase: '1' });
  });

  it('may leave out anything', async () => {
    expect((await settingsWith('replace: atomic-new-id\n')).venue.knows).toMatchObject({
      replace: 'atomic-new-id',
      pageBase: 'unknown',
      visibleWithin: 15_000,
      timestampWindow: 60_000,
    });
  });

  it('is refused when it was found at another venue', async () => {
    const message = await messageOf(settingsWith(FOUND, '', 'https://other.example.com:8443'));
    expect(message).toContain('was found at venue.example.com, and the venue is other.example.com:8443');
    expect(message).toContain('my.yaml:4:18  venue.knows.file');
  });

  it.each([
    ['replace: atomc-keeps-id\n', 'did you mean atomic-keeps-id?'],
    ['repalce: unknown\n', 'did you mean replace?'],
    ['visibleWithin: 2\n', 'expected a duration from 5s to 1h'],
    ['- replace\n', 'expected a map'],
    ['', 'expected a map'],
    ['file: ./more.yaml\n', 'unknown key'],
    ['probed: { at: 1, venues: x }\n', 'venue'],
  ])('says what is wrong in %j, and where', async (text, expected) => {
    const message = await messageOf(settingsWith(text));
    expect(message).toContain(expected);
    expect(message).toMatch(/knows\.yaml:1:\d+/);
  });

  it('says when there is no such file, and when it is none', async () => {
    expect(await messageOf(settingsWith(undefined))).toContain('./knows.yaml: there is no such file');
    expect(await messageOf(settingsWith('replace: [\n'))).toContain('knows.yaml:');
  });
});
