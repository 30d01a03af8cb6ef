import { parseJson, stringifyJson } from '../../src/base/json.ts';
import type { Transport } from '../../src/client/transport.ts';

export type ListedRow = Readonly<Record<string, unknown>>;

/** A venue whose list under a path (its end) has other rows than the simulator's. */
export function retold(path: string, retell: (rows: readonly ListedRow[]) => readonly ListedRow[]): (transport: Transport) => Transport {
  return (transport) => ({
    close: () => transport.close(),
    send: async (request) => {
      const response = await transport.send(request);
      if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith(path)) return response;
      const body = parseJson(Buffer.from(response.body).toString()) as { readonly items: readonly ListedRow[] };
      const items = retell(body.items);
      return { ...response, body: Buffer.from(stringifyJson({ ...body, total: items.length, items })) };
    },
  });
}
