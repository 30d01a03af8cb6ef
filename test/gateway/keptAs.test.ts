import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LastGate } from '../../src/gateway/lastGate.ts';
import { LiveVenue } from '../../src/gateway/liveVenue.ts';
import type { Report } from '../../src/model/event.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench | undefined;

afterEach(() => bench?.end());

/** A venue for which saved states are on disk as `saved` says. */
async function venueWith(saved: (key: string) => Promise<void>): Promise<{ made: OrderBench; venue: LiveVenue; reports: Report[] }> {
  const made = await orderBench();
  bench = made;
  const reports: Report[] = [];
  const { journal, fillLog } = made.store;
  const venue = new LiveVenue({
    client: made.client,
    journal,
    fillLog,
    clock: made.clock,
    gate: new LastGate(() => undefined),
    report: (report) => reports.push(report),
    onFatal: (fault) => made.fatal.push(fault),
    onChange: () => undefined,
    maxDecisionAgeMs: 60_000,
    saved,
  });
  return { made, venue, reports };
}

describe('an order that a saved state names', () => {
  it('is journalled only when that state is on disk', async () => {
    let write = (): void => undefined;
    const asked: string[] = [];
    const { made, venue, reports } = await venueWith((key) => {
      asked.push(key);
      return new Promise((resolve) => (write = resolve));
    });
    venue.send({ ...made.place({}), keptAs: ':desk-orders s BTC/EUR' });
    await made.pass(5000);
    expect(asked).toEqual([':desk-orders s BTC/EUR']);
    expect(await made.store.journal.unresolved()).toEqual([]);
    expect(made.truth().orders).toEqual([]);
    write();
    await made.pass(5000);
    expect(reports.map(({ type }) => type)).toEqual(['order-opened']);
  });

  it('is not sent when that state can not be written', async () => {
    const { made, venue, reports } = await venueWith(() => Promise.reject(new Fault('store', 'the disk is full')));
    venue.send({ ...made.place({}), keptAs: ':trades' });
    await made.pass(5000);
    expect(reports).toMatchObject([{ type: 'intent-not-sent', reason: expect.stringContaining('the disk is full') as string }]);
    expect(made.truth().orders).toEqual([]);
  });
});
