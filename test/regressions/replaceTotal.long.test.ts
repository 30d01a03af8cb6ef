import { expect, test } from 'vitest';
import maker from '../../strategies/maker.ts';
import type { Notice } from '../../src/model/notice.ts';
import { configured, simulatedWorld } from '../daemon/simulatedWorld.ts';

// The storm of cancels and replacements without cause (freqtrade#11788): a venue that takes the amount of a replacement as the
// order's total leaves less open than was asked for, and a desk that asks for the difference does so for ever.
test('a venue that replaces by the total is found out, and is not asked to replace again', async () => {
  const strategies = [configured('m', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '10', maxBase: '0.2' })];
  const world = await simulatedWorld({ seed: 3, strategies, behaviour: { replaceAmount: 'total' } });
  const notices: Notice[] = [];
  let sinceFoundOut: number | undefined;
  world.trader.notices$.subscribe((notice) => {
    notices.push(notice);
    if (notice.type === 'log' && notice.message.includes('as the total')) sinceFoundOut = 0;
  });
  world.trader.commands$.subscribe(({ type }) => {
    if (type === 'replace' && sinceFoundOut !== undefined) sinceFoundOut++;
  });
  await world.start();
  await world.pass(180_000);
  await world.stop('cancel');
  const { trades, orders } = world.simulator.truth();
  const booked = await world.store.fillLog.fills({});
  await world.end();
  expect(notices.filter((notice) => notice.type === 'log' && notice.level === 'warn')).toHaveLength(1);
  expect(sinceFoundOut).toBe(0);
  expect(orders).toEqual([]);
  expect(booked).toHaveLength(trades.length);
  expect(trades.length).toBeGreaterThan(5);
});
