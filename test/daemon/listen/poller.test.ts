import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { messageOf } from '../../../src/base/fault.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { Secret } from '../../../src/base/secret.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createInProcessTransport } from '../../../src/client/inProcessTransport.ts';
import { createProcessingClient } from '../../../src/client/processingClient.ts';
import { createRateLimiter } from '../../../src/client/rateLimiter.ts';
import { Poller } from '../../../src/daemon/listen/poller.ts';

it('says once that there are more than it looks at, and tells of those it sees (001 Limits)', { tags: 'long' }, async () => {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20));
  /** A merchant with 6000 intents and no payout. */
  const venue = async (request: Request): Promise<Response> => {
    const { skip, take } = (await request.json()) as { skip: number; take: number };
    if (!request.url.includes('payment-intents')) return Response.json([]);
    const ids = Array.from({ length: Math.max(0, Math.min(take, 6000 - skip)) }, (_, i) => String(6000 - skip - i).padStart(12, '0'));
    return Response.json(ids.map((id) => ({ id: `00000000-0000-4000-8000-${id}`, status: 'Pending' })));
  };
  const limiter = createRateLimiter({ perSecond: 1000, burst: 1000, clock });
  const transport = createInProcessTransport(venue, { clock });
  const client = createProcessingClient({ url: 'http://venue.test', key: 'k', secret: new Secret('c2VjcmV0'), transport, limiter, clock });
  const [told, troubles]: [unknown[], string[]] = [[], []];
  const poller = new Poller({
    calls: client,
    clock,
    random: seededRandom(1),
    everyMs: 1000,
    createdFromMs: 0,
    onNotification: (each) => told.push(each),
    onTrouble: (error) => troubles.push(messageOf(error)),
  });
  poller.start();
  await clock.advance(5000, () => setImmediate());
  await poller.stop();
  expect(told).toHaveLength(5000);
  expect(troubles).toEqual(['there are 5000 payment intents or more: changes of the oldest are not told']);
});
