import { exchange } from '../contract/exchange.ts';
import type { Authenticator } from './authentication.ts';

/** Rows that a venue may show to anybody. The specification does not say which need no signature (000 Authentication 7). */
const PUBLIC = (['symbols.list', 'statistics.list', 'book.get', 'currencies.list'] as const).map(
  (name) => exchange[name].path.split('{')[0]!,
);

/** Lets reads of the market through without a signature. If one is sent, it must still be right. */
export function publicMarket(signed: Authenticator): Authenticator {
  return (call, now) => {
    const isOpen = call.method === 'GET' && call.header('svc-api-key') === undefined && PUBLIC.some((path) => isBelow(call.path, path));
    return isOpen || signed(call, now);
  };
}

/** The prefix `/v1/…/orderbook/` stands for every symbol. All other paths stand for themselves, with a slash at the end or without. */
function isBelow(path: string, open: string): boolean {
  return open.endsWith('/') ? `${path}/`.startsWith(open) : path === open || path === `${open}/`;
}
