import { afterAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { EngineLoop } from '../../src/daemon/engineLoop.ts';
import { replaySession } from '../../src/session/replay.ts';
import type { EventBody } from '../../src/model/event.ts';
import { manifestAt, sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('an event at which the engine throws', () => {
  it('is the last one of the session, and throws the same when it is replayed', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
    const trouble: string[] = [];
    const writer = sessionWriter(folder.at('session'), clock, trouble);
    const fatal: string[] = [];
    const { engine: settings } = manifestAt(clock.now());
    const engine = { ...settings, strategies: [] };
    const loop = new EngineLoop({
      clock,
      engine,
      execute: () => undefined,
      saveState: () => undefined,
      onFatal: ({ message }) => fatal.push(message),
      onTrouble: (message) => trouble.push(message),
      record: (event, outputs, failure) => writer.record(event, outputs, failure),
    });
    loop.post({ type: 'timer' });
    loop.post({ type: 'operator', order: { type: 'explode' } } as unknown as EventBody);
    loop.post({ type: 'timer' });
    await writer.end('the engine failed');
    expect(fatal).toEqual([expect.stringContaining('the engine failed')]);
    expect(trouble).toEqual([]);
    expect(replaySession(folder.at('session'), engine)).toMatchObject({ identical: true, events: 2, difference: undefined });
  });
});
