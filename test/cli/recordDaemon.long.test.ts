import { afterAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { MarketGap } from '../../src/recording/marketCursor.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { keptOf } from '../recording/worlds.ts';
import { snapshotsOf } from '../recording/exports.ts';
import { killedRecording, type ServedBook } from './killedRecorder.ts';
import { endAll, sluice } from './processes.ts';
import { mkdirSync } from 'node:fs';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();

afterAll(async () => {
  await endAll();
  folder.remove();
});

const LIVES = 6;

it(`a daemon killed with -9 ${LIVES - 1} times names just those times as gaps, and has lost nothing else`, async () => {
  const place = folder.path('killed');
  mkdirSync(place);
  const { served, depths, endedAt } = await killedRecording({ folder: place, lives: LIVES, booksALife: 15, everyMs: 100, scale: 10 });
  expect([...depths], 'one poll for trading and recording, at the larger depth').toEqual(['50']);

  const data = `${place}/data`;
  const verified = await sluice(['data', 'verify', '--data', data, '-o', 'json']);
  expect(verified.code, verified.stdout).toBe(0);
  const gaps = keptOf(openMarket(data, 'BTC/EUR')).flatMap((record) => (record.type === 'gap' ? [record.gap] : []));
  const crashes = joined(gaps.filter(({ reason }) => reason === 'crashed'));
  expect(crashes).toHaveLength(LIVES - 1);
  for (const [i, { from, to }] of crashes.entries()) {
    expect(from).toBeLessThanOrEqual(endedAt[i]!);
    expect(to).toBeGreaterThan(endedAt[i]!);
  }
  const listed = JSON.parse(verified.stdout) as { intact: boolean; files: { gaps: { from: string; reason: string }[] }[] };
  expect(listed.intact).toBe(true);
  expect(listed.files.flatMap((file) => file.gaps.map(({ from, reason }) => [Date.parse(from), reason]))).toEqual(
    gaps.map(({ from, reason }) => [from, reason]),
  );

  const recorded = snapshotsOf(openMarket(data, 'BTC/EUR'));
  let last = -1;
  let lastAt = -Infinity;
  for (const { at, ...book } of recorded) {
    // A book is asked for only after the one before has arrived.
    const index = served.findLastIndex((one) => one.at <= at);
    expect(index).toBeGreaterThan(last);
    expect(book).toEqual(textsOf(served[index]!));
    // Books that come while the first file is being made are not recorded, since nothing is known before it begins.
    const isExplained = last < 0 || index === last + 1 || gaps.some(({ from, to }) => from >= lastAt && to <= at);
    expect(isExplained, `${index - last - 1} books were served between ${lastAt} and ${at}, and no gap says so`).toBe(true);
    last = index;
    lastAt = at;
  }
  // The poll that was under way when the daemon was stopped.
  expect(served.length - 1 - last).toBeLessThanOrEqual(1);
});

/** A row of statistics that comes before the first book of a run ends one gap and begins another. */
function joined(gaps: readonly MarketGap[]): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of gaps) {
    const last = all.at(-1);
    if (last?.to === from) last.to = to;
    else all.push({ from, to });
  }
  return all;
}

function textsOf({ exchangeAt, bids, asks }: ServedBook): { exchangeAt: number; bids: string[]; asks: string[] } {
  const texts = (side: ServedBook['bids']): string[] => side.map(([price, amount]) => `${dec(price).toFixed()} ${dec(amount).toFixed()}`);
  return { exchangeAt, bids: texts(bids), asks: texts(asks) };
}
