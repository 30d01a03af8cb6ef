import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import { parquetTable, type TableColumn } from '../../src/recording/export/parquetTable.ts';

interface Row {
  readonly at: number | undefined;
  readonly id: string | undefined;
  readonly amount: Decimal | undefined;
  readonly share: number | undefined;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { name: 'at', kind: 'time', value: ({ at }) => at },
  { name: 'id', kind: 'text', value: ({ id }) => id },
  { name: 'amount', kind: 'decimal', value: ({ amount }) => amount },
  { name: 'share', kind: 'number', value: ({ share }) => share },
];

async function fileOf(rows: Iterable<Row>): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetTable('rows', COLUMNS, rows)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

const rowOf = (amount: string): Row => ({ at: 0, id: '9007199254740993', amount: dec(amount), share: 0.5 });

describe('parquetTable', () => {
  it('keeps ids as text, times in UTC, and rows without values', async () => {
    const none = { at: undefined, id: undefined, amount: undefined, share: undefined };
    const file = await fileOf([{ at: Date.UTC(2026, 10, 20), id: '9007199254740993', amount: dec('-1.5'), share: 0.25 }, none]);
    expect(await parquetReadObjects({ file })).toEqual([
      { at: new Date('2026-11-20T00:00:00.000Z'), id: '9007199254740993', amount: -1.5, share: 0.25 },
      { at: null, id: null, amount: null, share: null },
    ]);
  });

  it('has decimals of 38 digits, 18 of them behind the point', async () => {
    const { schema } = parquetMetadata(await fileOf([rowOf('1')]));
    expect(schema.find(({ name }) => name === 'amount')).toMatchObject({
      converted_type: 'DECIMAL',
      precision: 38,
      scale: 18,
      type_length: 16,
    });
  });

  it.each(['99999999999999999999.999999999999999999', '-99999999999999999999.999999999999999999', '0.000000000000000001'])(
    'takes %s',
    async (amount) => {
      expect((await fileOf([rowOf(amount)])).byteLength).toBeGreaterThan(100);
    },
  );

  it.each(['0.0000000000000000001', '100000000000000000000'])('refuses to round or cut %s, and says so', async (amount) => {
    await expect(fileOf([rowOf(amount)])).rejects.toThrow(`amount ${amount} does not fit into DECIMAL(38, 18)`);
  });

  it('gives the same bytes for the same rows, and a whole file for none', async () => {
    expect(Buffer.from(await fileOf([rowOf('1')]))).toEqual(Buffer.from(await fileOf([rowOf('1')])));
    expect(await parquetReadObjects({ file: await fileOf([]) })).toEqual([]);
  });

  it('writes many rows in groups, as they come', { tags: 'long' }, async () => {
    function* many(): Generator<Row> {
      for (let i = 0; i < 50_000; i++) yield { at: i, id: String(i), amount: dec(i), share: i };
    }
    const file = await fileOf(many());
    expect(parquetMetadata(file).row_groups.map(({ num_rows: rows }) => Number(rows))).toEqual([20_000, 20_000, 10_000]);
    expect((await parquetReadObjects({ file, rowStart: 49_999 })).map(({ id }) => id as string)).toEqual(['49999']);
  });
});
