import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { runReads } from '../../src/control/runReads.ts';
import { RunFiles } from '../research/storedRuns/runFiles.ts';

const files = new RunFiles();
const reads = runReads({ settings: { backtest: { runs: files.folder }, directory: '/' } } as unknown as Daemon);
const run = files.add('maker-1', 4);
const gone = new AbortController().signal;
afterAll(() => files.remove());

it('a backtest is shown with its inputs, its figures by band and its warnings', async () => {
  expect(await reads['runs.show']({ id: 'maker-1' }, gone)).toMatchObject({
    id: 'maker-1',
    folder: run,
    strategies: ['maker'],
    from: '1970-01-01T00:00:00.000Z',
    to: '1970-01-01T00:00:04.000Z',
    inputs: { 'strategies.maker.params.size': '1' },
    figures: [
      { name: 'made', label: 'Made by the Strategies', bands: { pessimistic: 1, fitted: 1, optimistic: 1 } },
      { name: 'profit', label: 'Profit of the Account, with what it held', bands: { pessimistic: 5, fitted: 5, optimistic: 5 } },
      // Some seconds are no day.
      { name: 'win_rate', bands: { pessimistic: null, fitted: null, optimistic: null } },
    ],
    warnings: ['of fitted'],
  });
  expect(await reads['runs.list']({ limit: 5 }, gone)).toMatchObject([{ id: 'maker-1', writtenAt: expect.stringMatching(/Z$/) as string }]);
  expect(await reads['runs.series']({ id: 'maker-1' }, gone)).toHaveLength(4);
  expect(await reads['runs.trips']({ id: 'maker-1', band: 'fitted', from: 0, limit: 2 }, gone)).toMatchObject({ isMore: true });
  expect(await reads['runs.events']({ id: 'maker-1', band: 'fitted', at: 2000, limit: 9 }, gone)).toMatchObject([
    { at: '1970-01-01T00:00:02.000Z' },
    { at: '1970-01-01T00:00:03.000Z' },
  ]);
});

it('a name that leads out of the folder reads nothing, and would where nothing keeps it in', async () => {
  const outside = { settings: { backtest: { runs: join(files.folder, 'inner') }, directory: '/' } } as unknown as Daemon;
  const naive = runReads(outside, (folder, id) => ({ id, folder: join(folder, id) }));
  for (const id of ['../maker-1', './../maker-1/.']) {
    expect(() => runReads(outside)['runs.show']({ id }, gone)).toThrow('there is no run');
    expect(await naive['runs.show']({ id }, gone)).toMatchObject({ id: 'maker-1' });
  }
});

it('a run that is not there, or not complete, is refused by its name', async () => {
  expect(() => reads['runs.show']({ id: '../maker-1' }, gone)).toThrow('there is no run "../maker-1"');
  rmSync(join(run, 'fitted', 'band.json'));
  await expect(reads['runs.show']({ id: 'maker-1' }, gone)).rejects.toMatchObject({ code: 'not-found', message: /band\.json/ });
});
