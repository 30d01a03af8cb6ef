import { crc32, zstdCompress, zstdDecompressSync } from 'node:zlib';
import { promisify } from 'node:util';

/** The first line of each part. */
export const PART_HEADER: Uint8Array = new TextEncoder().encode('sluice session 1\n');

/** The head of each chunk: its packed length and the CRC-32 of the packed bytes, both little-endian. */
export const CHUNK_HEAD_BYTES = 8;
/** A longer chunk is damage. A writer begins a new chunk after 64 KiB, or after the event that made it longer. */
const MOST_PACKED = 64 * 1024 * 1024;
/** A chunk that unpacks to more than this is damage, or an attack on the reader's memory. */
const MOST_RAW = 64 * 1024 * 1024;

const compress = promisify(zstdCompress);

/** A chunk as it stands in the file: packed by zstd, with length and CRC in front. Packed on another thread. */
export async function packedChunk(raw: Uint8Array): Promise<Uint8Array> {
  const body = await compress(raw);
  const packed = new Uint8Array(CHUNK_HEAD_BYTES + body.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, body.length, true);
  view.setUint32(4, crc32(body), true);
  packed.set(body, CHUNK_HEAD_BYTES);
  return packed;
}

export interface ChunkHead {
  readonly bytes: number;
  readonly crc: number;
}

/** Reads the head of a chunk. Undefined when no chunk can begin like this. */
export function chunkHeadOf(head: Uint8Array): ChunkHead | undefined {
  const view = new DataView(head.buffer, head.byteOffset, CHUNK_HEAD_BYTES);
  const bytes = view.getUint32(0, true);
  return bytes === 0 || bytes > MOST_PACKED ? undefined : { bytes, crc: view.getUint32(4, true) };
}

/** The unpacked chunk. Undefined when the bytes are not what was written. */
export function unpackedChunk(body: Uint8Array, crc: number): Uint8Array | undefined {
  if (crc32(body) !== crc) return undefined;
  try {
    return new Uint8Array(zstdDecompressSync(body, { maxOutputLength: MOST_RAW }));
  } catch {
    return undefined;
  }
}
