import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Decimal } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { decimalElement, DIGITS_128, type ParquetSchema, takenBytes, timeElement } from './parquetParts.ts';

/**
 * A column: a time (UTC), a text, a decimal (`DECIMAL(38, 18)`, exact) or a number (`DOUBLE`, for statistics). Each may have rows
 * without a value.
 */
export type TableColumn<T> = { readonly name: string } & (
  | { readonly kind: 'time'; readonly value: (row: T) => Instant | undefined }
  | { readonly kind: 'text'; readonly value: (row: T) => string | undefined }
  | { readonly kind: 'decimal'; readonly value: (row: T) => Decimal | undefined }
  | { readonly kind: 'number'; readonly value: (row: T) => number | undefined }
);

/** Places behind the point of a decimal, and digits before it. */
export const TABLE_PLACES = 18;
const WHOLE_DIGITS = DIGITS_128 - TABLE_PLACES;

/** How many rows are gathered before they are written, so that memory stays bounded. */
const GROUP_ROWS = 20_000;

/** A row as it is written: the value of each column. */
export type TableCells = readonly (string | bigint | number | undefined)[];

/** The values of a row. Throws a `Fault` `store` for a decimal that `DECIMAL(38, 18)` does not hold: it is never rounded. */
export function cellsOf<T>(columns: readonly TableColumn<T>[], row: T): TableCells {
  return columns.map((column) => cellOf(column, row));
}

/** A table of Apache Parquet, piece by piece. The same rows give the same bytes. Throws what `cellsOf` throws. */
export function parquetTable<T>(
  name: string,
  columns: readonly TableColumn<T>[],
  rows: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<Uint8Array> {
  return parquetOfCells(name, columns, eachCells(columns, rows));
}

async function* eachCells<T>(columns: readonly TableColumn<T>[], rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<TableCells> {
  for await (const row of rows) yield cellsOf(columns, row);
}

/** The same of rows of which `cellsOf` was made before. */
export async function* parquetOfCells<T>(
  name: string,
  columns: readonly TableColumn<T>[],
  rows: AsyncIterable<TableCells> | Iterable<TableCells>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(name, columns), createdBy: 'sluice' });
  let group: TableCells[] = [];
  const write = (): void => {
    const columnData = columns.map((column, i) => ({ name: column.name, data: group.map((row) => row[i]) }));
    void writer.write({ columnData, rowGroupSize: group.length });
    group = [];
  };
  for await (const row of rows) {
    group.push(row);
    if (group.length < GROUP_ROWS) continue;
    write();
    yield takenBytes(bytes);
  }
  if (group.length > 0) write();
  void writer.finish();
  yield takenBytes(bytes);
}

function schemaOf<T>(name: string, columns: readonly TableColumn<T>[]): ParquetSchema {
  return [
    { name, num_children: columns.length },
    ...columns.map((column) => ({ ...elementOf(column), repetition_type: 'OPTIONAL' as const })),
  ];
}

function elementOf<T>({ name, kind }: TableColumn<T>): ParquetSchema[number] {
  switch (kind) {
    case 'time':
      return timeElement(name);
    case 'text':
      return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'decimal':
      return decimalElement(name, TABLE_PLACES);
    case 'number':
      return { name, type: 'DOUBLE' };
  }
}

function cellOf<T>(column: TableColumn<T>, row: T): string | bigint | number | undefined {
  const value = column.value(row);
  if (value === undefined) return undefined;
  if (column.kind === 'decimal') return unscaled(value as Decimal, column.name);
  return column.kind === 'time' ? BigInt(value as Instant) : (value as string | number);
}

function unscaled(value: Decimal, name: string): bigint {
  const [whole = '', behind = ''] = value.toFixed().split('.');
  if (behind.length > TABLE_PLACES || whole.replace('-', '').length > WHOLE_DIGITS) {
    throw new Fault('store', `${name} ${value.toFixed()} does not fit into DECIMAL(${DIGITS_128}, ${TABLE_PLACES}), and is not rounded`, {
      suggestion: `expected at most ${WHOLE_DIGITS} digits before the point and ${TABLE_PLACES} behind it`,
    });
  }
  return BigInt(whole + behind.padEnd(TABLE_PLACES, '0'));
}
