import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type ChunkHead, emptyHead, HEAD_BYTES, readChunkHead, sealChunk } from '../../src/recording/chunk.ts';
import { CHUNK_HEAD_BYTES, chunkHeadOf, PART_HEADER } from '../../src/session/sessionChunk.ts';
import { mutateBytes } from './mutateText.ts';
import { bytesOf, inputOf, type Mutate } from './target.ts';

/** One chunk of a recording is mutated, and its checksum made right again: damage that no checksum shows. */
export const mutateRecording: Mutate = (input, random, other) => {
  const file = bytesOf(input);
  const chunks = recordingChunks(file);
  const chunk = chunks[random.int(chunks.length)];
  if (chunk === undefined || random.int(4) === 0) return mutateBytes(input, random, other);
  const { head, from, to } = chunk;
  const payload = bytesOf(mutateBytes(inputOf(file.subarray(from + HEAD_BYTES, to)), random, other));
  const sealed = Buffer.concat([Buffer.alloc(HEAD_BYTES), payload]);
  sealChunk(sealed, head);
  return inputOf(Buffer.concat([file.subarray(0, from), sealed, file.subarray(to)]));
};

function recordingChunks(file: Buffer): { readonly head: ChunkHead; readonly from: number; readonly to: number }[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks = [];
  for (let from = 0; from + HEAD_BYTES <= file.length;) {
    const head = emptyHead();
    if (!readChunkHead(view, from, head)) break;
    const to = from + HEAD_BYTES + head.payloadBytes;
    chunks.push({ head, from, to });
    from = to;
  }
  return chunks;
}

/** The same for a chunk of a session, which is packed. */
export const mutateSession: Mutate = (input, random, other) => {
  const file = bytesOf(input);
  const chunks = sessionChunks(file);
  const chunk = chunks[random.int(chunks.length)];
  if (chunk === undefined || random.int(4) === 0) return mutateBytes(input, random, other);
  const raw = zstdDecompressSync(file.subarray(chunk.from + CHUNK_HEAD_BYTES, chunk.to));
  return inputOf(
    Buffer.concat([
      file.subarray(0, chunk.from),
      sealedSession(bytesOf(mutateBytes(inputOf(raw), random, other))),
      file.subarray(chunk.to),
    ]),
  );
};

function sealedSession(raw: Uint8Array): Buffer {
  const body = zstdCompressSync(raw);
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([head, body]);
}

function sessionChunks(file: Buffer): { readonly from: number; readonly to: number }[] {
  const chunks = [];
  for (let from = PART_HEADER.length; from + CHUNK_HEAD_BYTES <= file.length;) {
    const head = chunkHeadOf(file.subarray(from));
    const to = from + CHUNK_HEAD_BYTES + (head?.bytes ?? Infinity);
    if (to > file.length) break;
    chunks.push({ from, to });
    from = to;
  }
  return chunks;
}

/** A session's part, cut after its first steps: so many raw bytes in one chunk, and so many in a second. */
export function shortSession(file: Buffer, rawBytes: number): Buffer {
  const [first] = sessionChunks(file);
  const raw = zstdDecompressSync(file.subarray(first!.from + CHUNK_HEAD_BYTES, first!.to));
  return Buffer.concat([PART_HEADER, sealedSession(raw.subarray(0, rawBytes))]);
}
