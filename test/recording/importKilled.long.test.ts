import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { importInto } from './exports.ts';
import { DAY, freeLock, keptOf, PAIR, temporaryFolder } from './worlds.ts';

const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const CHILD = fileURLToPath(new URL('fixtures/importUntilKilled.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const AT = [0, 1, 2].map((day) => DAY + day * DAY_MS);
const LINES = AT.map((at) => `{"receivedAt":${at},"exchangeAt":${at},"bids":[["100.5","1"]],"asks":[["101","2.5"]]}`);

async function killedAfter(moves: number): Promise<void> {
  const child = spawn(NODE, [CHILD, folder.path, JSON.stringify(LINES), String(moves)], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect((await once(child, 'close'))[1]).toBe('SIGKILL');
}

function bookTimes(): number[] {
  return keptOf(openMarket(folder.path, 'BTC/EUR')).flatMap(({ type, at }) => (type === 'book' ? [at] : []));
}

const partials = (): string[] => readdirSync(folder.path).filter((name) => name.startsWith('.import'));

describe('an import that was killed', () => {
  it.each([0, 1, 2])('after %i of three days had been moved is completed by the next one, which says so', async (moves) => {
    await killedAfter(moves);
    expect(partials()).toHaveLength(1);
    await expect(importInto(folder.path, LINES)).rejects.toThrow(/already, by an import that had been killed and is completed now/);
    expect([bookTimes(), partials()]).toEqual([AT, []]);
  });

  it('is completed by a recorder of its symbol too, before that goes on', async () => {
    await killedAfter(1);
    const writer = await openMarketWriter(folder.path, [PAIR], { clock: systemClock, depth: 1, everyMs: 1000, lock: freeLock });
    await writer.close();
    expect([bookTimes(), partials()]).toEqual([AT, []]);
  });

  it('leaves to a person what is to come of the rest, where what had been moved is gone', async () => {
    await killedAfter(1);
    rmSync(join(folder.path, 'BTC-EUR'), { recursive: true });
    const [partial] = partials();
    await expect(importInto(folder.path, LINES)).rejects.toMatchObject({
      code: 'store',
      suggestion: expect.stringContaining(`remove ${join(folder.path, partial!)} if`) as string,
    });
    expect(partials()).toEqual([partial]);
    rmSync(join(folder.path, partial!), { recursive: true });
    await importInto(folder.path, LINES.slice(0, 2));
    expect([bookTimes(), partials()]).toEqual([AT.slice(0, 2), []]);
  });

  it('takes the place of nothing that has come meanwhile, and keeps no recorder from its work', async () => {
    await killedAfter(1);
    const [partial] = partials();
    const name = readdirSync(join(folder.path, partial!, 'BTC-EUR')).find((each) => each.includes('.slm'))!;
    writeFileSync(join(folder.path, 'BTC-EUR', name), 'other');
    await expect(importInto(folder.path, LINES)).rejects.toThrow(/is of an import that was killed, and there is a .* by now/);
    expect(readFileSync(join(folder.path, 'BTC-EUR', name), 'utf8')).toBe('other');
    const told: string[] = [];
    const onHousework = (what: string, { code }: Fault): void => void told.push(`${what} ${code}`);
    const options = { clock: systemClock, depth: 1, everyMs: 1000, lock: freeLock, onHousework };
    await (await openMarketWriter(folder.path, [PAIR], options)).close();
    expect([told[0], partials()]).toEqual(['BTC/EUR store', [partial]]);
  });

  it('before all was written leaves nothing: the next one removes it, and leaves alone what is of other symbols', async () => {
    mkdirSync(join(folder.path, '.importing-a', 'BTC-EUR'), { recursive: true });
    mkdirSync(join(folder.path, '.importing-b', 'ETH-EUR'), { recursive: true });
    mkdirSync(join(folder.path, '.importing-c'));
    mkdirSync(join(folder.path, '.import-of-old', 'BTC-EUR'), { recursive: true });
    await importInto(folder.path, LINES);
    expect([bookTimes(), partials()]).toEqual([AT, ['.import-of-old', '.importing-b', '.importing-c']]);
  });
});
