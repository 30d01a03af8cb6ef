import { closeSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { type HeldFile, heldFiles } from '../../../src/research/farm/recordedFiles.ts';
import { RecordingCache } from '../../../src/research/farm/recordingCache.ts';
import { type RecordingServer, serveRecordings } from '../../../src/research/farm/serveRecordings.ts';

let folder: string;
let data: string;
let files: HeldFile[];
let server: RecordingServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cache-'));
  data = join(folder, 'data');
  mkdirSync(join(data, 'BTC-EUR'), { recursive: true });
  for (const [day, text] of [
    ['01', 'first'],
    ['02', 'the second'],
    ['03', ''],
  ] as const)
    writeFileSync(join(data, 'BTC-EUR', `2026-11-${day}.slm`), text);
  files = heldFiles(data, ['BTC/EUR']);
  server = await serveRecordings(files, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
  for (const { file } of files) closeSync(file);
  rmSync(folder, { recursive: true, force: true });
});

const cacheOf = (mostBytes: number, shared?: string): RecordingCache =>
  new RecordingCache({ folder: join(folder, 'cache'), mostBytes, shared, clock: systemClock });
const textsIn = (view: string): string[] =>
  readdirSync(join(view, 'BTC-EUR'))
    .toSorted()
    .map((name) => readFileSync(join(view, 'BTC-EUR', name), 'utf8'));
const objects = (): string[] => readdirSync(join(folder, 'cache/objects')).toSorted();
const hashes = (): string[] => files.map(({ sha256 }) => sha256).toSorted();

describe('RecordingCache', () => {
  it('has the files as they were when the sweep began, fetched once', { tags: 'long' }, async () => {
    writeFileSync(join(data, 'BTC-EUR/2026-11-01.slm'), 'first and more', { flag: 'r+' });
    rmSync(join(data, 'BTC-EUR/2026-11-02.slm'));
    const view = await cacheOf(1000).view('v', files, server);
    expect(textsIn(view)).toEqual(['first', 'the second', '']);
    expect(objects()).toEqual(hashes());
    await server.close();
    expect(textsIn(await cacheOf(1000).view('w', files, server))).toEqual(['first', 'the second', '']);
  });

  it('has whole files when two fetch the same at once', async () => {
    const views = await Promise.all(['v', 'w'].map((name) => cacheOf(1000).view(name, files, server)));
    for (const view of views) expect(textsIn(view)).toEqual(['first', 'the second', '']);
    expect(objects()).toEqual(hashes());
  });

  it('takes from a shared folder closed days that are the same there', async () => {
    const shared = join(folder, 'shared');
    const closed = join(folder, 'closed');
    for (const place of [shared, closed]) mkdirSync(join(place, 'BTC-EUR'), { recursive: true });
    for (const day of ['01', '02']) writeFileSync(join(closed, `BTC-EUR/2026-11-${day}.slm.zst`), `day ${day}`);
    writeFileSync(join(shared, 'BTC-EUR/2026-11-01.slm.zst'), 'day 01');
    writeFileSync(join(shared, 'BTC-EUR/2026-11-02.slm.zst'), 'another');
    const held = heldFiles(closed, ['BTC/EUR']);
    const other = await serveRecordings(held, { host: '127.0.0.1', port: 0 });
    expect(textsIn(await cacheOf(1000, shared).view('v', held, other))).toEqual(['day 01', 'day 02']);
    expect(objects()).toEqual([held[1]!.sha256]);
    await other.close();
    for (const { file } of held) closeSync(file);
  });

  it('has a day as it was that goes on in the shared folder, or is compressed there, while it is read', async () => {
    const shared = join(folder, 'shared');
    mkdirSync(join(shared, 'BTC-EUR'), { recursive: true });
    writeFileSync(join(shared, 'BTC-EUR/2026-11-01.slm'), 'first');
    writeFileSync(join(shared, 'BTC-EUR/2026-11-02.slm'), 'the second');
    const view = await cacheOf(1000, shared).view('v', files, server);
    writeFileSync(join(shared, 'BTC-EUR/2026-11-01.slm'), 'first, grown');
    rmSync(join(shared, 'BTC-EUR/2026-11-02.slm'));
    expect(textsIn(view)).toEqual(['first', 'the second', '']);
  });

  it('throws away what was not used for the longest time, and never what a view has', async () => {
    const cache = cacheOf(12);
    const view = await cache.view('v', [files[0]!], server);
    utimesSync(join(folder, 'cache/objects', files[0]!.sha256), new Date(1000), new Date(1000));
    await cache.view('w', [files[1]!], server);
    expect(objects()).toEqual([files[1]!.sha256]);
    expect(textsIn(view)).toEqual(['first']);
    await expect(cache.view('x', files, server)).rejects.toThrow('the recordings of this sweep have 15 bytes, and the cache');
  });

  it('leaves nothing half done, and takes nothing of another hash', async () => {
    const [first] = files;
    const wrong = { ...first!, sha256: files[1]!.sha256 };
    await expect(cacheOf(1000).view('v', [wrong], server)).rejects.toThrow(/gave another|can't be had/);
    expect(objects()).toEqual([]);
    expect(readdirSync(join(folder, 'cache/views'))).toEqual([]);
    writeFileSync(join(folder, 'cache/objects', first!.sha256), 'fir');
    expect(textsIn(await cacheOf(1000).view('v', [first!], server))).toEqual(['first']);
  });

  it('clears away the views of processes that are gone', async () => {
    const view = await cacheOf(1000).view('v', files, server);
    utimesSync(view, new Date(1000), new Date(1000));
    const cache = cacheOf(1000);
    expect(existsSync(view)).toBe(false);
    const again = await cache.view('v', files, server);
    cache.keepViews();
    cache.remove('v');
    expect(existsSync(again)).toBe(false);
  });

  it.each(['../../etc/x', 'BTC-EUR/../../x', '/etc/passwd', 'BTC-EUR/a/b'])('refuses the name %s', async (path) => {
    await expect(cacheOf(1000).view('v', [{ ...files[0]!, path }], server)).rejects.toThrow('is no recording');
  });
});

describe('serveRecordings', () => {
  const asked = async (path: string, headers: Record<string, string>): Promise<readonly [number, string, string | null]> => {
    const response = await fetch(`${server.url}${path}`, { headers });
    return [response.status, await response.text(), response.headers.get('content-range')];
  };

  it('gives ranges to who has the token, and to nobody else', async () => {
    const path = `/recordings/${files[1]!.sha256}`;
    const authorization = `Bearer ${server.token}`;
    expect(await asked(path, { authorization })).toEqual([200, 'the second', null]);
    expect(await asked(path, { authorization, range: 'bytes=4-5' })).toEqual([206, 'se', 'bytes 4-5/10']);
    expect(await asked(path, { authorization, range: 'bytes=4-' })).toEqual([206, 'second', 'bytes 4-9/10']);
    expect((await asked(path, { authorization, range: 'bytes=10-12' }))[0]).toBe(416);
    expect((await asked(path, { authorization, range: 'bytes=-3' }))[0]).toBe(416);
    expect((await asked('/recordings/ffff', { authorization }))[0]).toBe(404);
    expect((await asked(path, { authorization: 'Bearer wrong' }))[0]).toBe(401);
    expect((await asked(path, {}))[0]).toBe(401);
  });

  it('says that its port is taken', async () => {
    const port = Number(new URL(server.url).port);
    await expect(serveRecordings(files, { host: '127.0.0.1', port })).rejects.toThrow(`port ${port} is taken`);
  });
});
