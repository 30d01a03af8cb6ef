import type { Instant } from '../base/instant.ts';
import type { Conversion } from '../model/conversion.ts';
import { decimalOf, decimalText } from './decimalText.ts';
import { rowLimit } from './rowLimit.ts';
import { completeRow } from './completeRow.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';

export interface ConversionRow {
  readonly id: string;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly from_amount: string;
  readonly to_amount: string;
  readonly rate: string;
  readonly executed_at: Instant;
  readonly intent_id: string | null;
  readonly strategy: string | null;
}

/** Not the time: the answer to an execution has none, so that ours may stand where the history later says the venue's. */
const VENUE_COLUMNS = [
  'from_currency',
  'to_currency',
  'from_amount',
  'to_amount',
  'rate',
] as const satisfies readonly (keyof ConversionRow)[];

const OWNER_COLUMNS = ['intent_id', 'strategy'] as const satisfies readonly (keyof ConversionRow)[];

const COLUMNS = ['id', ...VENUE_COLUMNS, 'executed_at', ...OWNER_COLUMNS] as const;

/** True when it was new. One that is logged already must be the same. */
export function logConversion(database: Database, conversion: Conversion): Promise<boolean> {
  const row = rowOf(conversion);
  return database.transaction(async (session) => {
    const known = await session.get<ConversionRow>(`SELECT ${COLUMNS.join(', ')} FROM conversion WHERE id = ?`, row.id);
    if (known === undefined) {
      const marks = COLUMNS.map(() => '?').join(', ');
      await session.run(`INSERT INTO conversion(${COLUMNS.join(', ')}) VALUES (${marks})`, ...COLUMNS.map((column) => row[column]));
      return true;
    }
    await completeRow(session, {
      table: 'conversion',
      logged: known,
      again: row,
      venueColumns: VENUE_COLUMNS,
      ownerColumns: OWNER_COLUMNS,
    });
    return false;
  });
}

/** Newest first. */
export async function listConversions(database: Database, limit: number): Promise<readonly Conversion[]> {
  const sql = `SELECT ${COLUMNS.join(', ')} FROM conversion ORDER BY executed_at DESC, seq DESC LIMIT ?`;
  return (await database.all<ConversionRow>(sql, rowLimit(limit))).map(conversionOf);
}

export async function findConversion(session: Session, id: string): Promise<Conversion | undefined> {
  const row = await session.get<ConversionRow>(`SELECT ${COLUMNS.join(', ')} FROM conversion WHERE id = ?`, id);
  return row === undefined ? undefined : conversionOf(row);
}

/** From a time on and before another, oldest first. */
export async function conversionsBetween(database: Database, since: Instant, until: Instant): Promise<readonly Conversion[]> {
  const sql = `SELECT ${COLUMNS.join(', ')} FROM conversion WHERE executed_at >= ? AND executed_at < ? ORDER BY executed_at, seq`;
  return (await database.all<ConversionRow>(sql, since, until)).map(conversionOf);
}

function rowOf(conversion: Conversion): ConversionRow {
  return {
    id: conversion.id,
    from_currency: conversion.fromCurrency,
    to_currency: conversion.toCurrency,
    from_amount: decimalText(conversion.fromAmount, 'fromAmount'),
    to_amount: decimalText(conversion.toAmount, 'toAmount'),
    rate: decimalText(conversion.rate, 'rate'),
    executed_at: conversion.executedAt,
    intent_id: conversion.intentId ?? null,
    strategy: conversion.strategy ?? null,
  };
}

export function conversionOf(row: ConversionRow): Conversion {
  return {
    id: row.id,
    fromCurrency: row.from_currency,
    toCurrency: row.to_currency,
    fromAmount: decimalOf(row.from_amount, `fromAmount of conversion ${row.id}`),
    toAmount: decimalOf(row.to_amount, `toAmount of conversion ${row.id}`),
    rate: decimalOf(row.rate, `rate of conversion ${row.id}`),
    executedAt: row.executed_at,
    intentId: row.intent_id ?? undefined,
    strategy: row.strategy ?? undefined,
  };
}
