import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { waitUntilSettled } from '../../src/daemon/rebuildAccount.ts';
import { storeAddress } from '../../src/settings/storeServer.ts';

const START = Date.UTC(2026, 10, 29, 12);
const { server } = storeAddress('postgres://sluice@127.0.0.1/sluice')!;

test.for([
  { what: 'a file that was whole a minute ago', wholeAt: START - 60_000, of: undefined, waitsMs: 90_000 },
  { what: 'a file that was whole long ago', wholeAt: START - 3_600_000, of: undefined, waitsMs: 0 },
  { what: 'a file of which nobody knows', wholeAt: undefined, of: undefined, waitsMs: 150_000 },
  {
    what: 'a server, of which another machine may have been the owner until now',
    wholeAt: START - 3_600_000,
    of: server,
    waitsMs: 150_000,
  },
])('what was on its way is waited for: $what', async ({ wholeAt, of, waitsMs }) => {
  const clock = new VirtualClock(START);
  const said: string[] = [];
  let endedAt = 0;
  const waiting = waitUntilSettled(wholeAt, { clock, server: of }, (message) => said.push(message)).then(() => {
    endedAt = clock.now();
  });
  await clock.advance(200_000, () => turn());
  await waiting;
  expect(endedAt - START).toBe(waitsMs);
  expect(said).toHaveLength(waitsMs === 0 ? 0 : 1);
});
