import { afterAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { replaySession } from '../../src/session/replay.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { recordedSession, temporaryFolder, threeStrategies } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('what people do, and what protections do, is replayed to the byte: kill, resume, reduce, flatten, cancel all', async () => {
  const stop = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'a test' } as const;
  const limits = {
    losses: { '': { maxLoss: { amount: dec('1e6'), currency: 'EUR' }, action: 'cancel' } },
    protections: { maker: [{ kind: 'cool-down', after: 'trade', pauseMs: 5000, action: 'no-entries' }] },
  } as const;
  const session = await recordedSession(folder.at('hands'), { seed: 5, strategies: threeStrategies(), limits }, 60_000, async (world) => {
    const { trader, pass } = world;
    const orders: readonly OperatorOrder[] = [
      { type: 'cancel-all', symbol: 'ETH/EUR' },
      { ...stop, state: 'reducing', scope: { of: 'strategy', name: 'grid' } },
      stop,
      { type: 'resume-trading', scope: ALL_TRADING },
      { ...stop, orders: 'close' },
      { type: 'resume-trading', scope: ALL_TRADING },
    ];
    for (const order of orders) {
      trader.post({ type: 'operator', order });
      await pass(15_000);
    }
  });
  const told = [...new SessionReader(session.folder).steps()].map(({ decisions }) => decisions).join('\n');
  expect(told).toContain('"cause":"protection"');
  expect(told).toContain('"tag":"close"');
  expect(replaySession(session.folder, session.engine)).toMatchObject({
    identical: true,
    events: session.events,
    commands: session.commands,
  });
});
