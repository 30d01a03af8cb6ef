import { createHash, createHmac } from 'node:crypto';
import ccxt, { type Exchange } from 'ccxt';
import { dec, Decimal } from '../src/base/decimal.ts';
import { Secret } from '../src/base/secret.ts';
import { preparerOf } from '../src/client/prepare.ts';
import { replyDecoderOf } from '../src/client/replyDecoder.ts';
import { contentHashOf, createSigner } from '../src/client/signer.ts';
import { exchange } from '../src/contract/exchange.ts';
import { MARKET } from './ccxtMarket.ts';
import { compare, report, type Side, type Verdict } from './harness.ts';

/**
 * The cost of a signed request without a network, against ccxt: signing alone, then an order from its parameters to the decoded
 * acknowledgement. Both sides write the same JSON values. Each signs by its venue's rules, and the checksum recomputes every
 * signature from those rules.
 */

type VenueId = 'okx' | 'binance' | 'kucoin' | 'coinbaseexchange';
type OrderVenueId = 'binance' | 'kucoin' | 'coinbaseexchange';

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SECRET = 'c2x1aWNlIHRlc3Qgc2VjcmV0IG9uZQ==';
const VARIANTS = 64;
const row = exchange['orders.place'];
const signer = createSigner({ key: 'key', secret: new Secret(SECRET) });

function variants<T>(make: (i: number) => T): readonly T[] {
  return Array.from({ length: VARIANTS }, (_, i) => make(i));
}

/** As text values. Without a client id, okx's and Binance's `sign` would invent one, which is not part of signing. */
const orders = variants((i) => ({
  symbol: 'BTC/EUR',
  type: 'Limit',
  side: 'Buy',
  amount: `0.0${100 + i}`,
  price: `${50_000 + i}.12`,
  clOrdId: 'c1',
}));

/** Amounts come in each library's own form: exact decimals here, floats there. */
const decimals = variants((i) => ({ amount: dec(`0.0${100 + i}`), price: dec(`${50_000 + i}.12`) }));
const floats = variants((i) => ({ amount: Number(`0.0${100 + i}`), price: Number(`${50_000 + i}.12`) }));

/** Binance's name for it. */
const formOrders = orders.map(({ clOrdId, ...order }) => ({ ...order, newClientOrderId: clOrdId }));

interface Rule {
  readonly path: string;
  readonly signature: (signed: Signed) => string;
  readonly expected: (signed: Signed) => string;
  /** Default: `orders`, as JSON. */
  readonly orders?: readonly Readonly<Record<string, string>>[];
  readonly json?: (signed: Signed) => string;
}

/** Each venue's own rule for what is signed: a JSON body, ours by its SHA-256, or Binance's form. */
const rules: Readonly<Record<VenueId, Rule>> = {
  kucoin: {
    path: 'hf/orders',
    signature: ({ headers }) => headers['KC-API-SIGN']!,
    expected: ({ headers, body }) => hmac(SECRET, `${headers['KC-API-TIMESTAMP']}POST/api/v1/hf/orders${body}`),
  },
  okx: {
    path: 'trade/order',
    signature: ({ headers }) => headers['OK-ACCESS-SIGN']!,
    expected: ({ headers, body }) => hmac(SECRET, `${headers['OK-ACCESS-TIMESTAMP']}POST/api/v5/trade/order${body}`),
  },
  binance: {
    path: 'order',
    orders: formOrders,
    json: ({ body }) => {
      const { newClientOrderId: clOrdId, timestamp: _, recvWindow: __, signature: ___, ...order } = formOf(body);
      return JSON.stringify({ ...order, clOrdId });
    },
    signature: ({ body }) => formOf(body)['signature']!,
    expected: ({ body }) => hmac(SECRET, body.slice(0, body.lastIndexOf('&signature=')), 'hex'),
  },
  coinbaseexchange: {
    path: 'orders',
    signature: ({ headers }) => headers['CB-ACCESS-SIGN']!,
    expected: ({ headers, body }) => hmac(Buffer.from(SECRET, 'base64'), `${headers['CB-ACCESS-TIMESTAMP']}POST/orders${body}`),
  },
};

/** Both sides include serialising, since ccxt's `sign` does it too. */
const ourSigning: Side = {
  name: 'sluice',
  run: (i): Signed => {
    const body = JSON.stringify(orders[i % VARIANTS]);
    return { headers: signer.headers(1_763_630_000_000 + i, { method: 'POST', path: row.path, contentHash: contentHashOf(body) }), body };
  },
};

const prepare = preparerOf('orders.place', row, row.path);
const decode = replyDecoderOf(row.reply.body);

const ourReplies = variants((i) =>
  Buffer.from(
    `{"id":900719925474${1000 + i},"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy",` +
      `"amount":0.0${100 + i},"initialAmount":0.0${100 + i},"price":${50_000 + i}.12,"openTime":"2026-11-20T10:00:00.000Z",` +
      `"updatedOn":"2026-11-20T10:00:00.000Z","makerCommission":0.01,"takerCommission":0.02}`,
  ),
);

/** Binance and Coinbase Exchange, like our venue, answer with the whole order; KuCoin only with its id. */
const theirReplies: Readonly<Record<OrderVenueId, (i: number) => string>> = {
  binance: (i) =>
    `{"symbol":"BTCEUR","orderId":900719925474${1000 + i},"orderListId":-1,"clientOrderId":"c1","transactTime":1763632800000,` +
    `"price":"${50_000 + i}.12","origQty":"0.0${100 + i}","executedQty":"0","origQuoteOrderQty":"0","cummulativeQuoteQty":"0",` +
    `"status":"NEW","timeInForce":"GTC","type":"LIMIT","side":"BUY","workingTime":1763632800000,"fills":[],` +
    `"selfTradePreventionMode":"NONE"}`,
  coinbaseexchange: (i) =>
    `{"id":"900719925474${1000 + i}","price":"${50_000 + i}.12","size":"0.0${100 + i}","product_id":"BTC-EUR","side":"buy","stp":"dc",` +
    `"type":"limit","time_in_force":"GTC","post_only":false,"created_at":"2026-11-20T10:00:00.000000Z","fill_fees":"0",` +
    `"filled_size":"0","executed_value":"0","status":"pending","settled":false}`,
  kucoin: (i) => `{"code":"200000","data":{"orderId":"900719925474${1000 + i}"}}`,
};

const ourOrder: Side = {
  name: 'sluice',
  run: (i) => {
    const k = i % VARIANTS;
    const { method, path, bodyHash } = prepare({ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', ...decimals[k] });
    const headers = signer.headers(1_763_630_000_000 + i, { method, path, contentHash: bodyHash });
    if (headers['SVC-API-SIGN'] === undefined) throw new Error('not signed');
    return decode(ourReplies[k]!);
  },
};

const verdicts: Verdict[] = [];
for (const id of ['okx', 'binance', 'kucoin', 'coinbaseexchange'] as const) {
  const checksum = signingChecksum(id);
  verdicts.push(await compare({ name: `sign, ccxt ${id}`, a: ourSigning, b: ccxtSigning(id), checksum, target: 4 }));
}
for (const id of ['binance', 'kucoin', 'coinbaseexchange'] as const) {
  const checksum = id === 'kucoin' ? idOf : orderChecksum;
  verdicts.push(await compare({ name: `order path, ccxt ${id}`, a: ourOrder, b: ccxtOrder(id), checksum, target: 8 }));
}
report(`signing and the order path; our acknowledgement has ${ourReplies[0]?.length} bytes`, verdicts);

function ccxtSigning(id: VenueId): Side {
  const venue = venueOf(id);
  const params = rules[id].orders ?? orders;
  return { name: `ccxt ${id}`, run: (i) => venue.sign(rules[id].path, 'private', 'POST', params[i % VARIANTS]) as unknown };
}

/** The whole of ccxt's `createOrder`. Only the network call itself is replaced, by a prepared answer. */
function ccxtOrder(id: OrderVenueId): Side {
  const venue = venueOf(id);
  venue.options['uta'] = false;
  venue.setMarkets([MARKET]);
  let next = 0;
  const replies = variants(theirReplies[id]);
  const headers = new Headers({ 'content-type': 'application/json' });
  venue.fetchImplementation = () => {
    const text = replies[next]!;
    return Promise.resolve({
      status: 200,
      statusText: 'OK',
      headers,
      text: () => Promise.resolve(text),
      json: () => Promise.resolve(JSON.parse(text)),
    });
  };
  (venue as unknown as { fetchImplementationLoading: Promise<void> }).fetchImplementationLoading = Promise.resolve();
  return {
    name: `ccxt ${id}`,
    run: (i) => {
      next = i % VARIANTS;
      return venue.createOrder('BTC/EUR', 'limit', 'buy', floats[next]!.amount, floats[next]!.price);
    },
  };
}

function venueOf(id: VenueId): Exchange {
  return new ccxt[id]({ apiKey: 'key', secret: SECRET, password: 'phrase', enableRateLimit: false });
}

function signingChecksum(id: VenueId): (result: unknown) => string {
  return (result) => {
    const signed = result as Signed;
    const { headers, body } = signed;
    if ('SVC-API-SIGN' in headers) {
      const hashed = createHash('sha256').update(body).digest('base64');
      const expected = hmac(Buffer.from(SECRET, 'base64'), `${headers['SVC-API-TIMESTAMP']}POST${row.path}${hashed}`);
      return shown(headers['SVC-API-SIGN'] === expected, body);
    }
    const { signature, expected, json = () => body } = rules[id];
    return shown(signature(signed) === expected(signed), json(signed));
  };
}

function shown(isRight: boolean, json: string): string {
  return `${isRight ? 'signed' : 'WRONG SIGNATURE'} ${json}`;
}

function formOf(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

function hmac(secret: string | NodeJS.ArrayBufferView, text: string, encoding: 'base64' | 'hex' = 'base64'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

/** KuCoin's acknowledgement has only the id. */
function idOf(result: unknown): string {
  return (result as { id: string }).id;
}

function orderChecksum(result: unknown): string {
  const { id, amount, price } = result as { id: string; amount: Decimal | number; price: Decimal | number };
  return `${id} ${new Decimal(String(amount)).toFixed()} ${new Decimal(String(price)).toFixed()}`;
}
