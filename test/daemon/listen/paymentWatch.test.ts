import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { NotificationBody } from '../../../src/daemon/listen/notification.ts';
import { PaymentWatch } from '../../../src/daemon/listen/paymentWatch.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const PAID = { notificationType: 'PaymentIntentNotification', paymentIntentId: ID, status: 'Completed' } as NotificationBody;

function watching(statusAt: (nowMs: number) => string) {
  const clock = new VirtualClock(0);
  const looks: { at: number; status: string }[] = [];
  const state = { isOver: false, failures: 0, fails: false };
  const watch = new PaymentWatch({
    id: ID,
    clock,
    random: seededRandom(1),
    everyMs: 60_000,
    look: () => {
      if (state.fails) return Promise.reject(new Error('no answer'));
      looks.push({ at: clock.now(), status: statusAt(clock.now()) });
      return Promise.resolve(looks.at(-1)!.status === 'Completed');
    },
    onTrouble: () => state.failures++,
  });
  void watch.over.then(() => (state.isOver = true));
  watch.start();
  return { clock, looks, watch, state };
}

describe('following a payment', () => {
  it('F82: a forged "paid" sets off a look of our own and changes nothing by itself', async () => {
    const { clock, looks, watch, state } = watching(() => 'Pending');
    await clock.advance(5000, () => setImmediate());
    watch.hint(PAID);
    await clock.advance(2000, () => setImmediate());
    expect(looks).toEqual([
      { at: 0, status: 'Pending' },
      { at: 5000, status: 'Pending' },
    ]);
    expect(state.isOver).toBe(false);
    await watch.stop();
  });

  it('learns of a payment at once by a true hint, and a minute later without one', async () => {
    const hinted = watching((now) => (now >= 4000 ? 'Completed' : 'Pending'));
    await hinted.clock.advance(4000, () => setImmediate());
    hinted.watch.hint(PAID);
    await hinted.clock.advance(1, () => setImmediate());
    expect(hinted.state.isOver).toBe(true);
    await hinted.watch.stop();
    const alone = watching((now) => (now >= 4000 ? 'Completed' : 'Pending'));
    await alone.clock.advance(61_000, () => setImmediate());
    expect([alone.state.isOver, alone.looks.length]).toEqual([true, 2]);
    await alone.watch.stop();
  });

  it('F83: a thousand hints in a second are one look; those of other payments are none', async () => {
    const { clock, looks, watch } = watching(() => 'Pending');
    await clock.advance(10, () => setImmediate());
    for (let i = 0; i < 1000; i++) watch.hint(PAID);
    watch.hint({ ...PAID, paymentIntentId: 'another' });
    await clock.advance(30_000, () => setImmediate());
    expect(looks.map(({ at }) => at)).toEqual([0, 1000]);
    for (let i = 0; i < 1000; i++) watch.hint({ ...PAID, paymentIntentId: 'another' });
    await clock.advance(10_000, () => setImmediate());
    expect(looks).toHaveLength(2);
    await watch.stop();
  });

  it('goes on after a look that failed', async () => {
    const { clock, looks, watch, state } = watching(() => 'Pending');
    state.fails = true;
    await clock.advance(100, () => setImmediate());
    expect([state.failures, looks.length]).toEqual([1, 0]);
    state.fails = false;
    await clock.advance(60_000, () => setImmediate());
    expect(looks.length).toBeGreaterThan(0);
    await watch.stop();
  });
});
