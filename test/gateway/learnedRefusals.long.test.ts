import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { idOf, LearnedRefusals } from '../../src/gateway/learnedRefusals.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { MemoryRefusals } from './memoryRefusals.ts';
import { once, type OrderBench, orderBench } from './orderBench.ts';

const NAME = '400 standard INSUFFICIENT_FUNDS';
/** The code is the same each time, and the words are not. */
const refusing = (apply: Partial<CallFault> = {}): CallFault => {
  const body = `{"code":"INSUFFICIENT_FUNDS","message":"You have ${Math.round(bench.clock.now() % 1000)} EUR"}`;
  return { kind: 'status', status: 400, body, apply: false, ...apply } as CallFault;
};

const folder = mkdtempSync(join(tmpdir(), 'sluice-learned-'));
let store: MemoryRefusals;
let bench: OrderBench;
let orders = 0;
beforeEach(async () => {
  store = new MemoryRefusals();
  bench = await orderBench({ learns: store, database: join(folder, `${orders}.sqlite`) });
  await bench.round();
  await others(10);
});
afterEach(() => bench.end());
afterAll(() => rmSync(folder, { recursive: true }));

/** Orders of another lane that are acknowledged: the lists are measured on them, and they show that the lists are alive. */
async function others(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await bench.run(bench.place({ symbol: 'ETH/EUR', amount: dec(`0.${1000 + orders++}`), price: dec('1000') }));
    await bench.round();
  }
}

const stateOf = async (intentId: string) => (await bench.store.journal.get(intentId))?.state;

/** An order that is answered in this way, and what is known of it right then. */
async function answered(fault: CallFault): Promise<{ readonly id: string; readonly state: string | undefined }> {
  bench.fault = once('orders.place', fault);
  const command = bench.place({ amount: dec(`0.0${1000 + orders++}`) });
  await bench.run(command);
  bench.fault = undefined;
  return { id: command.intentId, state: await stateOf(command.intentId) };
}

/** The same, until it is settled. */
async function settled(fault: CallFault): Promise<string> {
  const { id } = await answered(fault);
  await others(1);
  for (let i = 0; i < 60 && (await stateOf(id)) === 'unknown'; i++) await bench.rounds(1, 1000);
  return id;
}

async function learn(): Promise<readonly string[]> {
  return [await settled(refusing()), await settled(refusing()), await settled(refusing())];
}

describe('a refusal in the venue’s own words', () => {
  test('V3: is learned when three times nothing came of it; from then on it counts at once, and its lane stays open', async () => {
    const proofs = await learn();
    for (const id of proofs) expect(await stateOf(id)).toBe('not-sent');
    expect(store.refusals).toMatchObject([{ kind: 'place', refusal: NAME, state: 'learned' }]);
    expect(store.refusals[0]!.proofs.map(({ intent }) => intent)).toEqual(proofs);
    expect(bench.trouble).toEqual([expect.stringContaining(`the answer \`${NAME}\` to a place counts as a refusal from now on: 3 times`)]);
    const { id, state } = await answered(refusing());
    expect(state).toBe('rejected');
    expect((await bench.store.journal.get(id))!.evidence).toMatch(/^HTTP 400: .*; a refusal that was learned/);
    expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-refused', intentId: id, kind: 'place', code: 'INSUFFICIENT_FUNDS' });
    await bench.run(bench.place());
    expect(bench.reports.at(-1)).toMatchObject({ type: 'order-opened' });
  });

  test('V3: counts for the very same answer to the very same request only', async () => {
    await learn();
    const { state } = await answered({ kind: 'status', status: 400, body: '{"code":"INSUFFICIENT_MARGIN","message":"no"}', apply: false });
    expect(state).toBe('unknown');
    const moved = bench.place({ symbol: 'LTC/EUR', amount: dec('1'), price: dec('10') });
    await bench.run(moved);
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    bench.fault = once('orders.replace', refusing());
    const replace = bench.replace(orderId, { symbol: 'LTC/EUR', amount: dec('1.1'), price: dec('11') });
    await bench.run(replace);
    expect(await stateOf(replace.intentId)).toBe('unknown');
  });

  test('V3: is known after a restart', async () => {
    await settled(refusing());
    await settled(refusing());
    await bench.restart();
    await bench.round();
    await others(10);
    await settled(refusing());
    expect((await answered(refusing())).state).toBe('rejected');
  });

  test('V3: and one order that exists all the same ends that for good, with an alarm, while all goes on', async () => {
    await learn();
    const { id, state } = await answered(refusing({ apply: true, applyAfterMs: 8000 }));
    expect(state).toBe('rejected');
    await bench.rounds(12, 1000);
    expect(await stateOf(id)).toBe('adopted');
    const late = bench.reportsOf('order-late');
    expect(late).toMatchObject([{ intentId: id }]);
    expect(store.refusals).toMatchObject([{ state: 'disproved', counterexample: { intent: id, order: late[0]!.orderId } }]);
    expect(bench.trouble.at(-1)).toBe(
      `the answer \`${NAME}\` to a place is no refusal: order ${late[0]!.orderId} of intent ${id} exists all the same. It was learned, and no longer counts`,
    );
    // However often nothing comes of it from now on.
    await learn();
    expect((await answered(refusing())).state).toBe('unknown');
    expect(store.refusals).toMatchObject([{ state: 'disproved' }]);
    expect(bench.fatal).toEqual([]);
  });

  test('V3: and is never learned when one was found before that', async () => {
    await settled(refusing());
    const id = await settled(refusing({ apply: true }));
    expect(await stateOf(id)).toBe('adopted');
    expect(store.refusals).toMatchObject([{ state: 'disproved', counterexample: { intent: id } }]);
    await learn();
    expect((await answered(refusing())).state).toBe('unknown');
  });

  test('V3: nor is one whose body says nothing', async () => {
    const general = { kind: 'status', status: 400, body: '{"code":"BAD_REQUEST","message":"no"}', apply: false } as const;
    for (let i = 0; i < 3; i++) expect(await stateOf(await settled(general))).toBe('not-sent');
    expect(store.refusals).toEqual([]);
    expect((await answered(general)).state).toBe('unknown');
  });

  test('V3: what a person adopts by hand disproves it, and what a person takes for not placed proves nothing', async () => {
    const placed = await answered(refusing());
    await bench.pass(70_000);
    await bench.resolve(placed.id, { type: 'not-placed' });
    expect(store.refusals).toEqual([]);
    const there = await bench.foreign.place({ amount: '0.02', price: '50100' });
    const { id } = await answered(refusing());
    await bench.resolve(id, { type: 'adopt', venueId: there });
    expect(store.refusals).toMatchObject([{ state: 'disproved', counterexample: { intent: id, order: there } }]);
  });
});

describe('what is learned', () => {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  const told: string[] = [];
  const learned = (proofs = 3): LearnedRefusals => {
    told.length = 0;
    return new LearnedRefusals({ store, proofs, clock, onTrouble: (message) => told.push(message) });
  };
  const intent = (id: string, over: Partial<Intent> = {}): Intent => ({ id, kind: 'place', refusal: NAME, ...over }) as Intent;

  test('one intent proves once, and another kind of request proves nothing for this one', () => {
    const refusals = learned();
    for (const one of [intent('a'), intent('a'), intent('b'), intent('c', { kind: 'replace' })]) refusals.proven(one);
    expect(refusals.counts('place', NAME)).toBe(false);
    refusals.proven(intent('d'));
    expect(refusals.counts('place', NAME)).toBe(true);
    expect(refusals.counts('replace', NAME)).toBe(false);
    expect(refusals.counts('place', undefined)).toBe(false);
  });

  test.each(['convert', 'cancel'] as const)('V3: a %s is not learned: nobody would notice that it was done after all', (kind) => {
    const refusals = learned(1);
    refusals.proven(intent('a', { kind }));
    expect(store.refusals).toEqual([]);
    store.refusals = [{ kind: 'place', refusal: NAME, state: 'learned', since: 0, proofs: [], counterexample: undefined }];
    expect(refusals.counts(kind, NAME)).toBe(false);
  });

  test('with 0 proofs nothing is learned, and what was learned does not count', () => {
    learned(1).proven(intent('a'));
    const refusals = learned(0);
    expect(refusals.counts('place', NAME)).toBe(false);
    refusals.proven(intent('b', { refusal: '400 standard OTHER_WORDS' }));
    expect(store.refusals).toHaveLength(1);
  });

  test('V3: while the file can not be read nothing counts; it is told once, and the file is left as it is', () => {
    const refusals = learned(1);
    refusals.proven(intent('a'));
    told.length = 0;
    const before = store.refusals;
    store.isDamaged = true;
    expect(refusals.counts('place', NAME)).toBe(false);
    refusals.proven(intent('b', { refusal: '400 standard OTHER_WORDS' }));
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(told).toEqual(['no learned refusal counts until this is mended: memory, line 3: expected a JSON object']);
    expect(refusals.trouble).toBe(told[0]);
    expect(store.refusals).toBe(before);
    store.isDamaged = false;
    expect(refusals.counts('place', NAME)).toBe(true);
    expect(refusals.trouble).toBeUndefined();
  });

  test('V3: what was disproved while the file could not be read or written holds all the same, and is written when it can be', () => {
    const refusals = learned(1);
    refusals.proven(intent('a'));
    store.isFull = true;
    refusals.disproved(intent('b'), '17');
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(store.refusals).toMatchObject([{ state: 'learned' }]);
    expect(told.filter((message) => message.includes('no space is left'))).toEqual([
      'what was found out about refusals holds until the next start only: no space is left',
    ]);
    store.isFull = false;
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(store.refusals).toMatchObject([{ state: 'disproved', counterexample: { intent: 'b', order: '17' } }]);
    store.refusals = [{ ...store.refusals[0]!, state: 'learned', counterexample: undefined }];
    store.isDamaged = true;
    refusals.disproved(intent('c'), '18');
    store.isDamaged = false;
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(store.refusals).toMatchObject([{ state: 'disproved', counterexample: { intent: 'c', order: '18' } }]);
  });

  test('V3: what a person revokes is not learned again, and what a person allows is, from nothing', () => {
    const refusals = learned(2);
    refusals.proven(intent('a'));
    refusals.proven(intent('b'));
    const id = idOf(store.refusals[0]!);
    expect(refusals.decide(id, 'revoke')).toMatchObject({ state: 'revoked' });
    for (const one of ['c', 'd', 'e']) refusals.proven(intent(one));
    expect(refusals.counts('place', NAME)).toBe(false);
    expect(refusals.decide(id, 'allow')).toMatchObject({ state: 'counting', proofs: [] });
    refusals.proven(intent('f'));
    expect(refusals.counts('place', NAME)).toBe(false);
    refusals.proven(intent('g'));
    expect(refusals.counts('place', NAME)).toBe(true);
    refusals.disproved(intent('h'), '19');
    refusals.decide(id, 'allow');
    expect(refusals.all()).toMatchObject([{ state: 'counting', proofs: [], counterexample: undefined }]);
    expect(() => refusals.decide('nonsense', 'allow')).toThrow(expect.objectContaining({ code: 'not-found' }));
    store.isDamaged = true;
    expect(() => refusals.decide(id, 'allow')).toThrow(expect.objectContaining({ code: 'configuration' }));
  });

  test('V3: a venue whose words never come again fills no disk, and displaces nothing that was learned', () => {
    const refusals = learned(2);
    for (const one of ['a', 'b']) refusals.proven(intent(one));
    const word = (i: number): string => String.fromCharCode(...[...String(i)].map((digit) => 97 + Number(digit)));
    for (let i = 0; i < 1000; i++) refusals.proven(intent(`x${i}`, { refusal: `400 standard odd-${word(i)}` }));
    expect(store.refusals).toHaveLength(200);
    expect(store.refusals[0]).toMatchObject({ refusal: NAME, state: 'learned' });
    expect(store.refusals.at(-1)).toMatchObject({ refusal: `400 standard odd-${word(999)}` });
  });
});
