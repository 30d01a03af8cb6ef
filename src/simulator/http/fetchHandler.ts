import { BODY_TOO_LONG, type HttpAnswer, type HttpHandler, MAX_BODY_BYTES, partsOf } from './httpCall.ts';

/** A handler as a function of `Request` and `Response`, for callers in this process. */
export function fetchHandler(handle: HttpHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(request);
    if (body === undefined) return responseOf(BODY_TOO_LONG);
    const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
    return responseOf(await handle({ method: request.method, ...partsOf(request.url), header, body }));
  };
}

function responseOf({ status, headers, body }: HttpAnswer): Response {
  return new Response(body === '' ? null : body, { status, headers });
}

const NONE = new Uint8Array(0);

/** The raw bytes of a request's body, which are already in this process. Undefined when there are too many. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (request.method === 'GET') return NONE;
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > MAX_BODY_BYTES ? undefined : bytes;
}
