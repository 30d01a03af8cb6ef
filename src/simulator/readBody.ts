/** A longer body is refused with 413. */
export const MAX_BODY_BYTES = 1024 * 1024;

const NONE = new Uint8Array(0);

/** The raw bytes of a request's body; undefined when there are too many of them. */
export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (request.method === 'GET' || request.body === null) return NONE;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}
