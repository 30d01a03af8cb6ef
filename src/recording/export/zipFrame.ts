/** The most that a 32-bit field holds. Larger sizes go into the fields of zip64. */
const MOST_32 = 0xffff_ffffn;
const ZIP64 = 0x0001;
const VERSION = 20;
const VERSION_64 = 45;
/** The checksum and the packed size follow after the content. */
const SIZES_FOLLOW = 0x0008;
const DEFLATE = 8;
/** 1980-01-01, the first day of the format, so that the same content gives the same bytes. */
const NO_DATE = 0x0021;

/** The bytes before the one deflated file of a zip archive. `size` is that of the unpacked content. */
export function zipHead(name: string, size: bigint): Uint8Array {
  const extra = isLarge(size) ? fields([2, ZIP64], [2, 16], [8, 0n], [8, 0n]) : Buffer.alloc(0);
  const version = isLarge(size) ? VERSION_64 : VERSION;
  const marks = isLarge(size) ? MOST_32 : 0n;
  return Buffer.concat([
    fields([4, 0x0403_4b50], [2, version], [2, SIZES_FOLLOW], [2, DEFLATE], [2, 0], [2, NO_DATE], [4, 0], [4, marks], [4, marks]),
    fields([2, name.length], [2, extra.length]),
    Buffer.from(name, 'latin1'),
    extra,
  ]);
}

export interface ZipSums {
  /** The CRC-32 of the content. */
  readonly crc: number;
  readonly packed: bigint;
  readonly size: bigint;
  /** The length of what `zipHead` returned. */
  readonly headBytes: number;
}

/** The bytes behind the file: its sums, and the directory. */
export function zipEnd(name: string, { crc, packed, size, headBytes }: ZipSums): Uint8Array {
  const large = isLarge(size);
  const sums = fields([4, 0x0807_4b50], [4, crc], [large ? 8 : 4, packed], [large ? 8 : 4, size]);
  const directoryAt = BigInt(headBytes) + packed + BigInt(sums.length);
  const extra = large ? fields([2, ZIP64], [2, 16], [8, size], [8, packed]) : Buffer.alloc(0);
  const version = large ? VERSION_64 : VERSION;
  const directory = Buffer.concat([
    fields([4, 0x0201_4b50], [2, version], [2, version], [2, SIZES_FOLLOW], [2, DEFLATE], [2, 0], [2, NO_DATE], [4, crc]),
    fields(
      [4, large ? MOST_32 : packed],
      [4, large ? MOST_32 : size],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, 0],
    ),
    Buffer.from(name, 'latin1'),
    extra,
  ]);
  const bytes = BigInt(directory.length);
  const end64At = directoryAt + bytes;
  const end64 = large
    ? fields([4, 0x0606_4b50], [8, 44n], [2, version], [2, version], [4, 0], [4, 0], [8, 1n], [8, 1n], [8, bytes], [8, directoryAt])
    : Buffer.alloc(0);
  const locator = large ? fields([4, 0x0706_4b50], [4, 0], [8, end64At], [4, 1]) : Buffer.alloc(0);
  const end = fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, 1], [2, 1], [4, bytes], [4, large ? MOST_32 : directoryAt], [2, 0]);
  return Buffer.concat([sums, directory, end64, locator, end]);
}

/** There is some margin, since content that can't be packed grows a little. */
function isLarge(size: bigint): boolean {
  return size > MOST_32 - 0x0100_0000n;
}

/** Numbers as bytes, lowest first. */
function fields(...values: readonly (readonly [bytes: number, value: number | bigint])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    let rest = BigInt(value);
    for (let i = 0; i < bytes; i++, rest >>= 8n) buffer[at++] = Number(rest & 0xffn);
  }
  return buffer;
}
