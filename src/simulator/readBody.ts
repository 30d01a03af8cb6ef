/** A longer body is refused with 413. */
export const MAX_BODY_BYTES = 1024 * 1024;

const NONE = new Uint8Array(0);

/** The raw bytes of a request's body; undefined when there are too many of them. */
export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (request.method === 'GET') return NONE;
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > MAX_BODY_BYTES) return undefined;
  // The server holds a body to the length that was announced; a stream costs more than all else in a request.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return NONE;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}
