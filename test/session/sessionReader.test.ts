import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { packedChunk, PART_HEADER } from '../../src/session/sessionChunk.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20, 23, 59, 50);

/** A session of timers, one each second from ten seconds before midnight. */
async function written(name: string, seconds: number): Promise<string> {
  const at = folder.at(name);
  const writer = sessionWriter(at, new VirtualClock(START), []);
  for (let sequence = 0; sequence < seconds; sequence++) writer.record({ type: 'timer', sequence, at: START + sequence * 1000 }, []);
  await writer.end('over');
  return at;
}

describe('the reader of a session', () => {
  it('says so when the first part is gone: events are numbered from 0', async () => {
    const at = await written('first', 30);
    rmSync(join(at, '2026-11-20.events'));
    const reader = new SessionReader(at);
    expect([...reader.steps()]).toEqual([]);
    expect(reader.tear).toMatchObject({ part: '2026-11-21.events', reason: 'the events from 0 to 9 are missing before it' });
  });

  it('says so when a part holds events that have been', async () => {
    const at = await written('twice', 5);
    copyFileSync(join(at, '2026-11-20.events'), join(at, '2026-11-21.events'));
    const reader = new SessionReader(at);
    expect([...reader.steps()]).toHaveLength(5);
    expect(reader.tear).toMatchObject({ part: '2026-11-21.events', reason: 'event 0 comes a second time, after event 4' });
  });

  it('B7: does not unpack what would fill the memory', { tags: 'long' }, async () => {
    const at = await written('bomb', 5);
    const part = join(at, '2026-11-20.events');
    writeFileSync(part, Buffer.concat([PART_HEADER, await packedChunk(new Uint8Array(65 * 1024 * 1024))]));
    expect(statSync(part).size).toBeLessThan(64 * 1024);
    const reader = new SessionReader(at);
    expect([...reader.steps()]).toEqual([]);
    expect(reader.tear).toMatchObject({ part: '2026-11-20.events', reason: expect.stringContaining('unpacks to more') as string });
  });

  it('does not stumble over a folder that is named like a part', async () => {
    const at = await written('foreign', 5);
    mkdirSync(join(at, '2026-11-21.events'));
    const reader = new SessionReader(at);
    expect([...reader.steps()]).toHaveLength(5);
    expect(reader.tear).toBeUndefined();
  });
});
