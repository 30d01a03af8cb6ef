import type { Instant } from '../base/instant.ts';
import type { AddressEntry } from '../model/addressEntry.ts';
import type { Approval } from '../model/approval.ts';
import type { AuditNote } from '../model/audit.ts';
import type { Beneficiary } from '../model/move.ts';
import { audit } from './auditLog.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { destinationOf, jsonText } from './moveTables.ts';

/** The address book. Each change and its row in the audit log are one transaction. */
export interface AddressBook {
  /** False when another entry has the name. */
  add(entry: AddressEntry, note: AuditNote): Promise<boolean>;
  /** All, those that were removed too, oldest first. */
  entries(): Promise<readonly AddressEntry[]>;
  /** `allowedFrom` when this approval was the last that was needed. False when the person has approved before. */
  approve(id: string, approval: Approval, allowedFrom: Instant | undefined, note: AuditNote): Promise<boolean>;
  /** False when it was removed before. */
  remove(id: string, at: Instant, note: AuditNote): Promise<boolean>;
}

interface EntryRow {
  readonly id: string;
  readonly name: string;
  readonly destination: string;
  readonly labels: string;
  readonly beneficiary: string | null;
  readonly requested_by: string;
  readonly requested_at: Instant;
  readonly allowed_from: Instant | null;
  readonly removed_at: Instant | null;
}

export function createAddressBook(database: Database): AddressBook {
  return {
    add: (entry, note) =>
      database.transaction(async (session) => {
        const isTaken = await session.get('SELECT 1 FROM address_entry WHERE name = ? AND removed_at IS NULL', entry.name);
        if (isTaken !== undefined) return false;
        await insert(session, entry);
        await audit(session, entry.requestedAt, note);
        return true;
      }),
    entries: async () => {
      const rows = await database.all<EntryRow>('SELECT * FROM address_entry ORDER BY requested_at, id');
      return Promise.all(rows.map((row) => entryOf(database, row)));
    },
    approve: (id, { person, key, signature, at }, allowedFrom, note) =>
      database.transaction(async (session) => {
        const sql =
          'INSERT INTO address_approval(entry_id, person, public_key, signature, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
        if ((await session.run(sql, id, person, key, signature, at)) === 0) return false;
        if (allowedFrom !== undefined) await session.run('UPDATE address_entry SET allowed_from = ? WHERE id = ?', allowedFrom, id);
        await audit(session, at, note);
        return true;
      }),
    remove: (id, at, note) =>
      database.transaction(async (session) => {
        if ((await session.run('UPDATE address_entry SET removed_at = ? WHERE id = ? AND removed_at IS NULL', at, id)) === 0) return false;
        await audit(session, at, note);
        return true;
      }),
  };
}

async function insert(session: Session, entry: AddressEntry): Promise<void> {
  const { id, name, destination, labels, beneficiary, requestedBy, requestedAt, allowedFrom } = entry;
  const sql = `INSERT INTO address_entry(id, name, destination, labels, beneficiary, requested_by, requested_at, allowed_from)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  const texts = [JSON.stringify(destination), JSON.stringify(labels), jsonText(beneficiary)] as const;
  await session.run(sql, id, name, ...texts, requestedBy, requestedAt, allowedFrom ?? null);
}

async function entryOf(session: Session, row: EntryRow): Promise<AddressEntry> {
  const sql = 'SELECT person, public_key AS "key", signature, at FROM address_approval WHERE entry_id = ? ORDER BY at, person';
  return {
    id: row.id,
    name: row.name,
    destination: destinationOf(row.destination),
    labels: JSON.parse(row.labels) as string[],
    beneficiary: row.beneficiary === null ? undefined : (JSON.parse(row.beneficiary) as Beneficiary),
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    approvals: await session.all<Approval>(sql, row.id),
    allowedFrom: row.allowed_from ?? undefined,
    removedAt: row.removed_at ?? undefined,
  };
}
