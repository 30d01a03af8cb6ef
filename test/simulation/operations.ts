import { exchange, type ExchangeOperations } from '../../src/contract/exchange.ts';
import { Router } from '../../src/simulator/http/router.ts';
import type { IntentKind } from '../../src/model/intent.ts';

const KINDS: Partial<Readonly<Record<keyof ExchangeOperations, IntentKind>>> = {
  'orders.place': 'place',
  'orders.replace': 'replace',
  'orders.cancel': 'cancel',
  'conversions.execute': 'convert',
};

/** What a request asks of the venue, by its method and path. */
export interface Asked {
  readonly operation: string;
  /** What a request does that moves money, risk or orders. */
  readonly kind: IntentKind | undefined;
  /** The order that it is about. */
  readonly targetId: string | undefined;
}

const router = new Router<Asked>();
for (const [name, row] of Object.entries(exchange)) {
  router.add(row.method, row.path, (_, { orderId }) => ({
    operation: name,
    kind: KINDS[name as keyof ExchangeOperations],
    targetId: orderId,
  }));
}

export function askedOf(method: string, path: string): Asked {
  const call = { method, origin: '', path, query: '', header: () => undefined, body: new Uint8Array(0) };
  return router.route(call) ?? { operation: path, kind: undefined, targetId: undefined };
}
