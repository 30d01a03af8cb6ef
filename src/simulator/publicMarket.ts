import { exchange } from '../contract/exchange.ts';
import type { Authenticator } from './authentication.ts';

/** Rows that a venue may show to anybody: which need no signature, the specification does not show (000 Authentication 7). */
const PUBLIC = (['symbols.list', 'statistics.list', 'book.get', 'currencies.list'] as const).map(
  (name) => exchange[name].path.split('{')[0]!,
);

/** Lets reads of the market through without a signature; one that is sent must be right all the same. */
export function publicMarket(signed: Authenticator): Authenticator {
  return (call, now) => {
    const isOpen = call.method === 'GET' && call.header('svc-api-key') === undefined && PUBLIC.some((path) => isBelow(call.path, path));
    return isOpen || signed(call, now);
  };
}

/** `/v1/…/orderbook/` stands for every symbol; all other paths for themselves. */
function isBelow(path: string, open: string): boolean {
  return open.endsWith('/') ? path.startsWith(open) : path === open;
}
