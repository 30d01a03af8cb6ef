import { afterAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { replaySession } from '../../src/session/replay.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { worker } from '../simulation/worker.ts';
import { recordedSession, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('worked orders of strategies and of people are replayed to the byte', async () => {
  const strategies = [configured('btc', 'BTC/EUR', worker, { size: '0.02' }), configured('eth', 'ETH/EUR', worker, { size: '0.2' })];
  const execute: OperatorOrder = {
    type: 'execute',
    orderId: 'a-person',
    symbol: 'BTC/EUR',
    side: 'Sell',
    amount: dec('0.02'),
    within: 60_000,
    how: { kind: 'twap', over: 20_000, limit: dec('1') },
  };
  const session = await recordedSession(folder.at('worked'), { seed: 7, strategies }, 240_000, async ({ trader, pass }) => {
    trader.post({ type: 'operator', order: execute });
    await pass(30_000);
  });
  const told = [...new SessionReader(session.folder).steps()].map(({ decisions }) => decisions).join('\n');
  for (const kind of ['twap', 'pov', 'iceberg', 'peg']) expect(told).toContain(`\\"kind\\":\\"${kind}\\"`);
  expect(session.commands).toBeGreaterThan(30);
  expect(replaySession(session.folder, session.engine)).toMatchObject({
    identical: true,
    events: session.events,
    commands: session.commands,
  });
});
