import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { START } from '../store/builders.ts';
import { longAbsence, othersRow } from './longAbsence.ts';

test("somebody else's row that can't be understood shuts its lane until a person has said what it is, over a restart too", async () => {
  const bench = await longAbsence();
  bench.most = Infinity;
  const at = START + 9.99 * HOUR_MS;
  bench.rows.push(othersRow('strange', at, { status: 'Settling' }));
  await bench.rounds(60);
  expect(bench.shut).toEqual(new Set(['spot:BTC/EUR']));
  expect(await bench.watermark()).toBeLessThan(at);
  bench.restart();
  await bench.rounds(60);
  expect(bench.shut).toEqual(new Set(['spot:BTC/EUR']));
  await bench.own.settleExecutions('strange', 'as-booked');
  await bench.rounds(30);
  expect(bench.shut).toEqual(new Set());
  expect(await bench.watermark()).toBeGreaterThan(at);
  await bench.store.close();
});

test("a row that can't be understood keeps its lane shut when the list is read back to it no more", async () => {
  const bench = await longAbsence();
  bench.most = Infinity;
  const at = START + 9.5 * HOUR_MS;
  bench.rows.push(othersRow('strange', at, { status: 'Settling' }));
  await bench.rounds(40);
  bench.rows.push(...Array.from({ length: 6 }, (_, i) => othersRow(`other-${i}`, at + (i + 1) * 60_000)));
  bench.most = 4;
  await bench.rounds(60);
  expect(bench.shut).toEqual(new Set(['spot:BTC/EUR']));
  expect(await bench.watermark()).toBeLessThan(at);
  await bench.own.settleExecutions('strange', 'as-booked');
  await bench.rounds(30);
  expect(bench.shut).toEqual(new Set());
  expect(await bench.watermark()).toBeGreaterThan(at);
  await bench.store.close();
});
