import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';

export type ParquetSchema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Element = ParquetSchema[number];

/** The most digits of a DECIMAL of 64 and of 128 bits. */
const DIGITS_64 = 18;
export const DIGITS_128 = 38;

/** A time in milliseconds since 1970, UTC. */
export function timeElement(name: string): Element {
  return { name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' };
}

/** An exact decimal with so many places. `most` is the largest unscaled value; without it, as large as any can be. */
export function decimalElement(name: string, scale: number, most?: bigint): Element {
  const common = { name, converted_type: 'DECIMAL', scale, repetition_type: 'REQUIRED' } as const;
  if (most !== undefined && most < 10n ** BigInt(DIGITS_64)) return { ...common, type: 'INT64', precision: DIGITS_64 };
  return { ...common, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: DIGITS_128 };
}

/** What was written since the last call. Positions in the file continue to count. */
export function takenBytes(bytes: ByteWriter): Uint8Array {
  const piece = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
  bytes.index = 0;
  return piece;
}
