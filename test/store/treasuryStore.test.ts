import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { AddressEntry } from '../../src/model/addressEntry.ts';
import type { AuditNote } from '../../src/model/audit.ts';
import type { MoveRecord, MoveRow, RowProgress } from '../../src/model/move.ts';
import { auditHash, CHAIN_BEGINS } from '../../src/store/auditChain.ts';
import { openConnection } from '../../src/store/connection.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { TREASURY_MIGRATIONS } from '../../src/store/treasuryMigrations.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';

const AT = Date.UTC(2026, 10, 23);
const NOTE: AuditNote = { who: 'anna', what: 'move.requested', subject: 'W-1', before: '', after: 'approved', evidence: 'rule 1' };
const WAITING: RowProgress = { state: 'waiting', venueId: undefined, fee: undefined, sentAt: undefined, evidence: undefined };
const DESTINATION = { currency: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: undefined };
const ROW: MoveRow = {
  reference: 'W-1-0',
  currency: 'BTC',
  amount: dec('0.10000000000000000001'),
  destination: DESTINATION,
  to: 'cold-1',
  target: undefined,
  fiat: undefined,
  feeMode: 'net',
  beneficiary: { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1815-12-10' },
  note: 'to the vault',
};

function move(id: string, more: Partial<MoveRecord> = {}): MoveRecord {
  return {
    id,
    kind: 'withdrawal',
    rows: [{ ...ROW, reference: `${id}-0` }],
    initiator: 'anna',
    createdAt: AT,
    policyVersion: 1,
    expiresAt: undefined,
    state: 'approved',
    rule: 'small',
    evidence: undefined,
    changedAt: AT,
    account: undefined,
    signedWith: undefined,
    needs: [],
    progress: [WAITING],
    ...more,
  };
}

describe(openTreasuryStore, () => {
  let folder: string;
  let store: TreasuryStore;
  const open = (): Promise<TreasuryStore> => openTreasuryStore({ path: join(folder, 'treasury.sqlite'), clock: new VirtualClock(AT) });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'treasury-'));
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

  it(
    'takes refunds on the hosted page into a database that was made before there were any, and keeps what it has',
    { tags: 'long' },
    async () => {
      const clock = new VirtualClock(AT);
      const path = join(folder, 'old.sqlite');
      const database = await openDatabase({ path, clock, access: 'write' });
      await migrate(database, TREASURY_MIGRATIONS.slice(0, 3), { path, clock });
      const sql = `INSERT INTO move(id, kind, initiator, created_at, policy_version, state, rule, changed_at, needs)
      VALUES (?, ?, 'anna', 1, 1, 'refused', 'r', 1, '[]')`;
      await database.run(sql, 'W-1', 'withdrawal');
      await expect(database.run(sql, 'R-0', 'page-refund')).rejects.toThrow('CHECK constraint failed');
      await database.close();
      const migrated = await openTreasuryStore({ path, clock });
      const refund = move('R-1', { kind: 'page-refund' });
      await migrated.moves.add(refund, AT, NOTE);
      expect(await migrated.moves.get('R-1')).toEqual(refund);
      expect((await migrated.moves.since(0, 10)).map(({ id }) => id)).toEqual(['R-1', 'W-1']);
      await expect(migrated.moves.add({ ...move('X-1'), kind: 'gift' as 'refund' }, AT, NOTE)).rejects.toThrow('CHECK constraint failed');
      await migrated.close();
    },
  );

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

  it('finds the refunds of a payment, oldest first, by an index', async () => {
    const refund = (id: string, target: string, createdAt = AT) =>
      move(id, { kind: 'refund', createdAt, rows: [{ ...ROW, reference: `${id}-0`, target }] });
    for (const one of [refund('R-2', 'pay-1'), refund('R-1', 'pay-1', AT - 1), refund('R-3', 'pay-2'), move('W-1')])
      await store.moves.add(one, AT, NOTE);
    expect((await store.moves.refundsOf('pay-1')).map(({ id }) => id)).toEqual(['R-1', 'R-2']);
    const connection = await openConnection(join(folder, 'treasury.sqlite'), 'read');
    const plan = await connection.all<{ detail: string }>("EXPLAIN QUERY PLAN SELECT move_id FROM move_row WHERE target = 'pay-1'");
    expect(plan.map(({ detail }) => detail).join()).toContain('move_row_by_target');
    await connection.close();
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
    await expect(open()).rejects.toSatisfy((error) => isFault(error, 'daemon-running') && error.message.includes('the treasury'));
  });

  async function raw(sql: string): Promise<void> {
    const connection = await openConnection(join(folder, 'treasury.sqlite'), 'write');
    try {
      await connection.run(sql);
    } finally {
      await connection.close();
    }
  }
});
