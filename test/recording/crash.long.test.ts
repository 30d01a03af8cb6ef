import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { DAY, keptOf, temporaryFolder } from './worlds.ts';

const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const CHILD = fileURLToPath(new URL('fixtures/recordUntilKilled.ts', import.meta.url));
const LIVES = 5;
const START = DAY + 3_600_000;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/**
 * Lets a recorder run until it has written some hundred books, and kills it. Returns the last book that it reported as written.
 */
async function live(first: number): Promise<number> {
  const child = spawn(NODE, [CHILD, folder.path, String(START), String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = first - 1;
  child.stdout.on('data', (data: Buffer) => {
    const last = data.toString().trim().split('\n').at(-1)!;
    written = Math.max(written, Number(last));
    if (written > first + 300) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return written;
}

test('a recorder that is killed five times loses only what had not been written, and names each time it was away', async () => {
  const lives: { first: number; written: number }[] = [];
  let first = 0;
  for (let life = 0; life < LIVES; life++) {
    const written = await live(first);
    lives.push({ first, written });
    first = written + 1000;
  }
  const records = keptOf(openMarket(folder.path, 'BTC/EUR'));
  const numbers = records.filter(({ type }) => type === 'book').map(({ at }) => (at - START) / 1000);
  const gaps = records.flatMap((record) => (record.type === 'gap' && record.gap.reason !== 'damaged' ? [record.gap] : []));
  expect(gaps.map(({ reason }) => reason)).toEqual(Array.from({ length: LIVES - 1 }, () => 'crashed'));
  for (const [i, { first: from, written }] of lives.entries()) {
    const ofLife = numbers.filter((n) => n >= from && n < from + 1000 + (written - from));
    expect(ofLife, 'a prefix of what was given, without a hole').toEqual(Array.from({ length: ofLife.length }, (_, k) => from + k));
    expect(ofLife.at(-1)!, 'all that had been written').toBeGreaterThanOrEqual(written);
    if (i + 1 < lives.length)
      expect(gaps[i]).toMatchObject({ from: START + ofLife.at(-1)! * 1000, to: START + lives[i + 1]!.first * 1000 });
  }
  for (const record of records) {
    if (record.type !== 'book') continue;
    const n = (record.at - START) / 1000;
    expect(record.bids[0]).toEqual([1000 - (n % 7), n]);
    expect(record.asks[4]).toEqual([1005 + (n % 5), 1 + ((n * 7919 + 4) % 1000)]);
  }
  const { files } = verifyRecordings(folder.path);
  expect(files.at(-1)!.end, 'the last one was killed too').toBe('open');
});
