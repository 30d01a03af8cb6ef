import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { AddressEntry } from '../../src/model/addressEntry.ts';
import type { RowProgress } from '../../src/model/move.ts';
import { auditHash, CHAIN_BEGINS } from '../../src/store/auditChain.ts';
import { openConnection } from '../../src/store/connection.ts';
import { openPostgres } from '../../src/store/openPostgres.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { newPlace } from './builders.ts';
import { AT, DESTINATION, move, NOTE, ROW, WAITING } from './moveBuilders.ts';

describe(openTreasuryStore, () => {
  let folder: string;
  let place: ReturnType<typeof newPlace>;
  let store: TreasuryStore;
  const open = (clock: Clock = new VirtualClock(AT)): Promise<TreasuryStore> => openTreasuryStore({ ...place, clock });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'treasury-'));
    place = newPlace(folder);
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps a move over a restart, to the last digit', async () => {
    await store.moves.add(move('W-1'), AT, NOTE);
    await store.close();
    store = await open();
    expect(await store.moves.get('W-1')).toEqual(move('W-1'));
    expect(await store.moves.withReference('W-1-0')).toEqual(move('W-1'));
    expect(await store.moves.withReference('W-1')).toBeUndefined();
    expect(await store.moves.open()).toEqual([move('W-1')]);
  });

  it('keeps the rows of a batch in their order, in fiat mode too', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      ...ROW,
      reference: `B-1-${i}`,
      fiat: { amount: dec(`${i}.5`), currency: 'EUR' },
      beneficiary: undefined,
      note: undefined,
      feeMode: 'default' as const,
    }));
    const batch = move('B-1', { kind: 'batch', rows, progress: rows.map(() => WAITING) });
    await store.moves.add(batch, AT, NOTE);
    expect(await store.moves.get('B-1')).toEqual(batch);
  });

  it('finds the refunds of a payment, oldest first', async () => {
    const refund = (id: string, target: string, createdAt = AT) =>
      move(id, { kind: 'refund', createdAt, rows: [{ ...ROW, reference: `${id}-0`, target }] });
    for (const one of [refund('R-2', 'pay-1'), refund('R-1', 'pay-1', AT - 1), refund('R-3', 'pay-2'), move('W-1')])
      await store.moves.add(one, AT, NOTE);
    expect((await store.moves.refundsOf('pay-1')).map(({ id }) => id)).toEqual(['R-1', 'R-2']);
  });

  it('refuses a reference that was used before, and adds nothing then', async () => {
    await store.moves.add(move('W-1'), AT, NOTE);
    const again = store.moves.add({ ...move('W-2'), rows: [ROW] }, AT, NOTE);
    await expect(again).rejects.toSatisfy((error) => isFault(error, 'store'));
    expect(await store.moves.get('W-2')).toBeUndefined();
    expect(await store.auditRows(0, 10)).toHaveLength(1);
  });

  it('changes a move only out of the states that the caller expects, together with its audit row', async () => {
    await store.moves.add(move('W-1'), AT, NOTE);
    const sent: RowProgress = { state: 'sent', venueId: '70012', fee: dec('0.0002'), sentAt: AT + 5, evidence: 'acknowledged' };
    const change = { state: 'sent', evidence: 'the venue has it', progress: new Map([[0, sent]]) } as const;
    expect(await store.moves.change('W-1', ['awaiting-approval'], change, AT + 9, NOTE)).toBe(false);
    expect(await store.moves.change('W-0', ['approved'], change, AT + 9, NOTE)).toBe(false);
    expect(await store.moves.get('W-1')).toEqual(move('W-1'));
    expect(await store.moves.change('W-1', ['approved'], change, AT + 9, { ...NOTE, what: 'move.sent' })).toBe(true);
    expect(await store.moves.get('W-1')).toMatchObject({ state: 'sent', rule: 'small', changedAt: AT + 9, progress: [sent] });
    expect((await store.auditRows(0, 10)).map(({ what }) => what)).toEqual(['move.requested', 'move.sent']);
    expect(await store.moves.change('W-1', ['sent'], { state: 'completed' }, AT + 10, undefined)).toBe(true);
    expect(await store.moves.open()).toEqual([]);
  });

  it('lists the newest moves first', async () => {
    for (const [i, id] of ['W-1', 'W-2', 'W-3'].entries()) await store.moves.add(move(id, { createdAt: AT + i }), AT, NOTE);
    expect((await store.moves.since(AT + 1, 10)).map(({ id }) => id)).toEqual(['W-3', 'W-2']);
    expect((await store.moves.since(0, 1)).map(({ id }) => id)).toEqual(['W-3']);
  });

  it('reads as many moves as there are', { tags: 'long' }, async () => {
    const many = await openTreasuryStore({ path: ':memory:', clock: new VirtualClock(AT) });
    const COUNT = 6000;
    for (let i = 0; i < COUNT; i++) await many.moves.add(move(`W-${i}`, { createdAt: AT + i }), AT, NOTE);
    const read = await many.moves.since(AT, COUNT);
    expect(read).toHaveLength(COUNT);
    expect(read[0]).toEqual(move(`W-${COUNT - 1}`, { createdAt: AT + COUNT - 1 }));
    expect(await many.moves.outflows(0, AT, 'W-7')).toHaveLength(COUNT - 1);
    await many.close();
  });

  it('counts a person once, and forgets approvals that are void', async () => {
    await store.moves.add(move('W-1', { state: 'awaiting-approval', expiresAt: AT + 1000 }), AT, NOTE);
    const approval = { person: 'ben', key: 'ed25519:AAAA', signature: 'c2ln', at: AT + 1 };
    expect(await store.moves.approve('W-1', approval, { ...NOTE, who: 'ben', what: 'move.approved' })).toBe(true);
    expect(await store.moves.approve('W-1', { ...approval, signature: 'other' }, NOTE)).toBe(false);
    expect(await store.moves.approvals('W-1')).toEqual([approval]);
    await store.moves.change('W-1', ['awaiting-approval'], { policyVersion: 2, voidsApprovals: true }, AT + 2, NOTE);
    expect(await store.moves.approvals('W-1')).toEqual([]);
    expect(await store.moves.get('W-1')).toMatchObject({ policyVersion: 2, expiresAt: AT + 1000 });
  });

  it('has one entry of a name at a time, whose destination never changes', async () => {
    const entry: AddressEntry = {
      id: 'A-1',
      name: 'cold-1',
      destination: DESTINATION,
      labels: ['cold'],
      beneficiary: undefined,
      requestedBy: 'anna',
      requestedAt: AT,
      approvals: [],
      allowedFrom: undefined,
      removedAt: undefined,
    };
    const approval = { person: 'ben', key: 'ed25519:AAAA', signature: 'c2ln', at: AT + 1 };
    expect(await store.book.add(entry, NOTE)).toBe(true);
    expect(await store.book.add({ ...entry, id: 'A-2' }, NOTE)).toBe(false);
    expect(await store.book.approve('A-1', approval, AT + 100, NOTE)).toBe(true);
    expect(await store.book.approve('A-1', approval, AT + 999, NOTE)).toBe(false);
    expect(await store.book.entries()).toEqual([{ ...entry, approvals: [approval], allowedFrom: AT + 100 }]);
    expect(await store.book.remove('A-1', AT + 2, NOTE)).toBe(true);
    expect(await store.book.remove('A-1', AT + 3, NOTE)).toBe(false);
    expect(await store.book.add({ ...entry, id: 'A-2', destination: { ...DESTINATION, tag: '7' } }, NOTE)).toBe(true);
    expect((await store.book.entries()).map(({ id, removedAt }) => [id, removedAt])).toEqual([
      ['A-1', AT + 2],
      ['A-2', undefined],
    ]);
    await expect(raw("UPDATE address_entry SET destination = '{}'")).rejects.toThrow('another destination is another entry');
  });

  it('takes each version of the policy once', async () => {
    const version = { version: 1, text: 'rules: []', hash: 'ab', publishedBy: 'anna', publishedAt: AT, approvals: [], holdsFrom: AT };
    expect(await store.policies.add(version, NOTE)).toBe(true);
    expect(await store.policies.add({ ...version, text: 'other' }, NOTE)).toBe(false);
    expect(await store.policies.versions()).toEqual([version]);
  });

  it('chains each row of the audit log to the one before, and lets nobody change or remove one', async () => {
    for (const what of ['a', 'b', 'c']) await store.note(AT, { ...NOTE, what });
    const rows = await store.auditRows(0, 10);
    expect(rows.map(({ seq, previous }) => [seq, previous])).toEqual([
      [1, CHAIN_BEGINS],
      [2, rows[0]!.hash],
      [3, rows[1]!.hash],
    ]);
    for (const row of rows) expect(row.hash).toBe(auditHash(row));
    expect(await store.auditHead()).toEqual(rows[2]);
    expect(await store.auditRows(2, 10)).toEqual([rows[2]]);
    await expect(raw("UPDATE audit SET who = 'eve'")).rejects.toThrow('the audit log is only added to');
    await expect(raw('DELETE FROM audit')).rejects.toThrow('the audit log is only added to');
    await store.moves.add(move('W-1'), AT, NOTE);
    await expect(raw("UPDATE move_row SET amount = '9'")).rejects.toThrow('what was asked for never changes');
  });

  it('has one owner', { tags: 'long' }, async () => {
    await store.close();
    store = await open(systemClock);
    await expect(open(systemClock)).rejects.toSatisfy(
      (error) => isFault(error, 'daemon-running') && error.message.includes('the treasury'),
    );
  });

  it('is read beside its owner, who alone changes it', async () => {
    await store.moves.add(move('W-1'), AT, NOTE);
    const reader = await openTreasuryStore({ ...place, clock: systemClock, access: 'read' });
    expect(await reader.moves.get('W-1')).toEqual(move('W-1'));
    expect(await reader.moves.outflows(AT, AT, undefined)).toHaveLength(1);
    await expect(reader.note(AT, NOTE)).rejects.toSatisfy((error) => isFault(error, 'store'));
    await reader.close();
    expect(await store.auditRows(0, 10)).toHaveLength(1);
  });

  it('has nothing to read where nobody has made it', async () => {
    const nowhere = openTreasuryStore({ ...newPlace(folder), clock: systemClock, access: 'read' });
    await expect(nowhere).rejects.toSatisfy((error) => isFault(error, 'not-found'));
  });

  it('lets what was removed cool anew after a recovery, and what is in the book too', async () => {
    const entry = { id: 'A-1', name: 'cold-1', destination: DESTINATION, labels: [], beneficiary: undefined, requestedBy: 'anna' };
    for (const [id, allowedFrom] of [
      ['A-1', AT + 10],
      ['A-2', AT + 5000],
      ['A-3', undefined],
    ] as const)
      await store.book.add({ ...entry, id, name: id, requestedAt: AT, approvals: [], allowedFrom, removedAt: undefined }, NOTE);
    await store.moves.add(move('W-1'), AT, NOTE);
    const marked = await store.markRecovered(AT, { wholeAt: undefined, coolingMs: 1000, evidence: 'a test' });
    expect(marked).toEqual({ moves: 1, entries: 2 });
    expect((await store.book.entries()).map(({ allowedFrom }) => allowedFrom)).toEqual([AT + 1000, AT + 5000, undefined]);
    expect(await store.moves.get('W-1')).toMatchObject({ isOfBackup: true });
    expect(await store.restoredAt()).toBe(AT);
  });

  async function raw(sql: string): Promise<void> {
    const { path, server } = place;
    if (server !== undefined) {
      const { database } = await openPostgres({ path, server, clock: systemClock, access: 'write', onTrouble: () => undefined });
      try {
        await database.run(sql);
      } finally {
        await database.close();
      }
      return;
    }
    const connection = await openConnection(path, 'write');
    try {
      await connection.run(sql);
    } finally {
      await connection.close();
    }
  }
});
