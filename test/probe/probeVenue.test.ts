import { afterEach, describe, expect, it } from 'vitest';
import { MOST_OPEN, MOST_ORDERS } from '../../src/probe/probePlan.ts';
import { type Probed, probeVenue } from '../../src/probe/probeVenue.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { type ProbedVenue, probedVenue } from './probedVenue.ts';

let venue: ProbedVenue;
afterEach(() => venue.remove());

async function opened(behaviour?: VenueBehaviour): Promise<ProbedVenue> {
  venue = await probedVenue(behaviour);
  return venue;
}

const differing = ({ findings }: Probed): string[] =>
  findings.filter(({ verdict }) => verdict === 'differs').map(({ question }) => question);
const seenOf = ({ findings }: Probed, name: string): string | undefined => findings.find(({ question }) => question === name)?.seen;
const openOrders = (): number => venue.simulator.truth().orders.length;

/** Spoils the call of an operation with this number, counted from 1. */
function spoilt(operation: string, number: number, fault: CallFault): void {
  let calls = 0;
  venue.fault = (call) => (call.operation === operation && ++calls === number ? fault : undefined);
}

describe(probeVenue.name, () => {
  it('finds nothing that differs at a venue that is as the document says, and leaves nothing behind', { tags: 'long' }, async () => {
    await opened();
    const probed = await venue.probe();
    expect(probed).toMatchObject({ ended: undefined, left: { open: [], unresolved: [] } });
    expect(differing(probed)).toEqual([]);
    expect(probed.learned).toMatchObject({ pageBase: 0, replace: 'atomic-keeps-id', timestampWindowMs: 60_000, refusals: [] });
    expect(openOrders()).toBe(0);
    const { requests, trades } = venue.simulator.truth();
    const placed = requests.filter(({ operation }) => operation === 'orders.place');
    expect(placed.length).toBeLessThanOrEqual(MOST_ORDERS);
    expect(trades).toEqual([]);
    expect(
      (await venue.journal())
        .filter(({ kind }) => kind === 'place')
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(placed.map(({ body }) => body).toSorted());
  });

  it('finds out a venue that is switched, with the lists that lag and the steps that it rounds', { tags: 'long' }, async () => {
    await opened({ pageBase: 1, replaceId: 'new', steps: 'rounded', timestampWindowMs: 600_000, ordersLateMs: 3000, tradesLateMs: 4000 });
    const probed = await venue.probe();
    expect(probed).toMatchObject({ ended: undefined, left: { open: [], unresolved: [] } });
    expect(differing(probed)).toEqual([
      'timestamp-past',
      'timestamp-future',
      'page-base',
      'replace-refused',
      'amount-off-step',
      'price-off-precision',
    ]);
    expect(seenOf(probed, 'amount-off-step')).toMatch(/^taken as 0\.0001 at .*, asked for 0\.000101/);
    expect(seenOf(probed, 'replace-id')).toMatch(/^a new id/);
    const { pageBase, replace, timestampWindowMs, lagMs } = probed.learned;
    expect({ pageBase, replace, timestampWindowMs }).toEqual({ pageBase: 1, replace: undefined, timestampWindowMs: 900_000 });
    expect(lagMs).toBeGreaterThanOrEqual(3000);
    expect(openOrders()).toBe(0);
  });

  it('finds an order whose answer is lost, cancels it, and never sends it twice', { tags: 'long' }, async () => {
    await opened();
    spoilt('orders.place', 1, { kind: 'drop-after' });
    const probed = await venue.probe();
    expect(seenOf(probed, 'order-placed')).toBe('no answer, and the order was found');
    expect(differing(probed)).toEqual(['order-placed']);
    expect(probed.left).toEqual({ open: [], unresolved: [] });
    const { requests, orders } = venue.simulator.truth();
    const bodies = requests.filter(({ operation }) => operation === 'orders.place').map(({ body }) => body);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(orders).toEqual([]);
  });

  it('waits for the proof that nothing came of a refusal that the document does not show', { tags: 'long' }, async () => {
    await opened();
    const body = '{"code":"volume-step","message":"wrong step"}';
    spoilt('orders.place', 3, { kind: 'status', status: 400, body, apply: false });
    const probed = await venue.probe();
    expect(seenOf(probed, 'amount-off-step')).toBe('400 standard volume-step; nothing came of it');
    expect(differing(probed)).toEqual(['amount-off-step']);
    expect(probed.left).toEqual({ open: [], unresolved: [] });
    expect((await venue.journal()).find(({ refusal }) => refusal === '400 standard volume-step')).toMatchObject({ state: 'not-sent' });
  });

  it('takes an order that a refusal hides for what it is, and cancels it', { tags: 'long' }, async () => {
    await opened({ steps: 'rounded' });
    const body = '{"code":"timed-out","message":"the request timed out"}';
    spoilt('orders.place', 3, { kind: 'status', status: 400, body, apply: true, applyAfterMs: 8000 });
    const probed = await venue.probe();
    expect(seenOf(probed, 'amount-off-step')).toMatch(/^taken as 0\.0001/);
    expect(probed.left).toEqual({ open: [], unresolved: [] });
    expect(openOrders()).toBe(0);
  });

  it('cancels everything when it is ended in the middle', { tags: 'long' }, async () => {
    await opened();
    const most: number[] = [];
    const probed = await venue.probe({
      tell: ({ question }) => {
        most.push(openOrders());
        if (question === 'orders-filter') venue.stop.abort('SIGINT');
      },
    });
    expect(probed.ended).toBe('SIGINT');
    expect(Math.max(...most)).toBeGreaterThan(0);
    expect(Math.max(...most)).toBeLessThanOrEqual(MOST_OPEN);
    expect(probed.left).toEqual({ open: [], unresolved: [] });
    expect(openOrders()).toBe(0);
  });

  it('says what is left at a venue that falls silent, and the next probe cancels it first', { tags: 'long' }, async () => {
    await opened();
    let isSilent = false;
    venue.fault = () => (isSilent ? { kind: 'drop-before', ms: 100 } : undefined);
    const probed = await venue.probe({ tell: ({ question }) => void (isSilent ||= question === 'order-shown') });
    expect(probed.ended).toBeUndefined();
    expect(differing(probed)).toContain('orders-answered');
    const left = [...probed.left.open, ...probed.left.unresolved];
    expect(left.length).toBeGreaterThan(0);
    expect(openOrders()).toBeGreaterThan(0);
    isSilent = false;
    venue.fault = () => undefined;
    const again = await venue.probe();
    expect(again).toMatchObject({ ended: undefined, left: { open: [], unresolved: [] } });
    expect(openOrders()).toBe(0);
  });

  it('places nothing without a word of agreement, nor where only reads are asked', { tags: 'long' }, async () => {
    await opened();
    const refusal = new Error('no');
    await expect(venue.probe({ agree: () => Promise.reject(refusal) })).rejects.toBe(refusal);
    const probed = await venue.probe({ agree: undefined });
    expect(seenOf(probed, 'page-base')).toBe('they count from 0');
    expect(seenOf(probed, 'order-placed')).toBeUndefined();
    expect(venue.simulator.truth().requests.filter(({ operation }) => operation.startsWith('orders.'))).toEqual([]);
  });

  it('says why it places nothing where the key may not', { tags: 'long' }, async () => {
    await opened();
    venue.fault = ({ operation }) => (operation === 'orders.place' ? { kind: 'status', status: 401, body: '', apply: false } : undefined);
    const probed = await venue.probe();
    expect(probed).toMatchObject({ ended: undefined, left: { open: [], unresolved: [] } });
    expect(probed.findings.find(({ question }) => question === 'order-placed')).toMatchObject({ verdict: 'unknown' });
    expect(seenOf(probed, 'order-canceled')).toMatch(/^the order was refused: 401 empty/);
  });

  it('asks a venue whose first answers fail, and one that fails at an order is found out to the end', { tags: 'long' }, async () => {
    await opened();
    const failed = new Map<string, number>();
    venue.fault = ({ operation }) => {
      const times = (failed.get(operation) ?? 0) + 1;
      failed.set(operation, times);
      const fails = operation === 'orders.place' ? times === 2 : ['symbols.list', 'orders.list'].includes(operation) && times === 1;
      return fails ? { kind: 'status', status: 502, body: 'bad gateway', apply: false } : undefined;
    };
    const probed = await venue.probe();
    expect(probed).toMatchObject({ ended: undefined, left: { open: [] } });
    expect(seenOf(probed, 'page-base')).toBe('they count from 0');
    expect(seenOf(probed, 'order-canceled')).toBeDefined();
    expect(openOrders()).toBe(0);
  });

  it('goes on after reads that fail, and says which', { tags: 'long' }, async () => {
    await opened();
    venue.fault = ({ operation }) =>
      operation === 'book.get' && openOrders() >= 0 && isAsked ? { kind: 'garble', body: '<html>' } : undefined;
    let isAsked = false;
    const probed = await venue.probe({ tell: ({ question }) => void (isAsked ||= question === 'page-base') });
    expect(differing(probed)).toEqual(['lists-answered']);
    expect(seenOf(probed, 'order-canceled')).toBe('200');
  });
});
