import { setImmediate } from 'node:timers/promises';
import type * as Jsons from '../../src/base/json.ts';
import type * as Secrets from '../../src/base/secret.ts';
import { exchange } from '../../src/contract/exchange.ts';
import type * as Scripts from '../client/scripted.ts';
import type { Attack, Target } from './attack.ts';
import { DEEP, DIGITS, OWN_PROTO, SIZE, TWICE, UTF8 } from './commonGuards.ts';
import type { Copy, Guard } from './copies.ts';

const FAST_TWICE: Guard = ['src/client/fastReader.ts', 'if ((seen & bit) !== 0) throw OUT_OF_THE_ORDINARY;', ''];
const LONGEST: Guard = ['src/client/httpDate.ts', 'Math.min(Math.max(0, ms), LONGEST_MS)', 'Math.max(0, ms)'];
const CANCELS: Guard = [
  'src/client/rateLimiter.ts',
  "priority === 'cancel' ? this.#cancelsBlockedUntilMs : this.#blockedUntilMs",
  'this.#blockedUntilMs',
];
const FARTHEST: Guard = ['src/client/venueClock.ts', 'if (Math.abs(farMs) > FARTHEST_MS) {', 'if (Math.abs(farMs) > Infinity) {'];
const CONFIRMED: Guard = ['src/client/venueClock.ts', 'if (isConfirmed || wasSuspended) {', 'if (isConfirmed || !wasSuspended) {'];
const CACHED: Guard = ['src/client/venueClock.ts', " || Number(headers['age'] ?? 0) > 0", ''];
const USABLE: Guard = ['src/client/call.ts', "if (row.repeat === 'never') context.venueClock.assertUsable();", ''];
const DATE: Guard = ['src/client/httpDate.ts', "GMT$/.test(text) ? text : '';", 'GMT$/.test(text) ? text : text;'];
const PAGES: Guard = ['src/client/list.ts', 'if (pages === MAX_PAGES) throw', 'if (pages === -1) throw'];
const SAME: Guard = ['src/client/list.ts', 'if (same === SAME_PAGES) return;', ''];
const PROVEN: Guard = [
  'src/client/replyFault.ts',
  "provenBy(proven, operation, status, refusal) === undefined\n      ? 'unknown'",
  "provenBy(proven, operation, status, refusal) === undefined\n      ? 'rejected'",
];
const FOREIGN: Guard = ['src/client/replyFault.ts', "if (refusal.shape === 'foreign') return 'unreadable-reply';", ''];
const CLEAN: Guard = ['src/client/cleanFault.ts', 'return plainLine(redacted(text));', 'return redacted(text);'];
const UNTOLD: Guard = ['src/client/cleanFault.ts', 'return plainLine(redacted(text));', 'return plainLine(text);'];
const ID: Guard = ['src/base/json.ts', '/^(?:0|-?[1-9]\\d{0,39})$/.test(number.text)', 'true'];
const ADMITTED: Guard = [
  'src/client/rateLimiter.ts',
  "if (priority !== 'cancel' && this.#waiting[priority] >= this.#maxWaiting) {",
  'if (this.#waiting[priority] < 0) {',
];

const BALANCE =
  '{"name":"Euro","type":"Fiat","currency":"EUR","totalBalance":100,"availableBalance":50,"totalBalanceUsd":1,"availableBalanceUsd":1,"availableWithdrawalBalance":50,"availableWithdrawalBalanceUsd":1}';
const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0.01', price: '50000' } as const;

type Answer = (seen: Scripts.Seen, index: number, nowMs: number) => Response;

/** A client whose venue answers like this. */
async function facing(copy: Copy, answer: Answer): Promise<Scripts.Scripted> {
  const { scripted } = await copy.load<typeof Scripts>('test/client/scripted.ts');
  const made: Scripts.Scripted = scripted((seen, index) => answer(seen, index, made.clock.now()), { perSecond: 100_000 });
  return made;
}

const json = (text: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(text as string, { status, headers: { 'content-type': 'application/json', ...headers } });

/** The balances that such a body is taken for. Undefined when it is not believed. */
async function balancesOf(copy: Copy, body: string | Uint8Array): Promise<readonly Record<string, unknown>[] | undefined> {
  const { client } = await facing(copy, () => json(body));
  return client.balances.list().catch(() => undefined) as Promise<readonly Record<string, unknown>[] | undefined>;
}

const believed = (what: string, body: string | Uint8Array, ...guards: Guard[]): Attack => [
  `balances with ${what}`,
  async (copy) => (await balancesOf(copy, body)) !== undefined,
  ...guards,
];
const balance = (from: string, to: string): string => `[${BALANCE.replace(from, to)}]`;

/** Written out for a person, it fills the screen and the memory. */
const floods = (what: string, number: string): Attack => [
  what,
  async (copy) => {
    const found = await balancesOf(copy, balance('"totalBalance":100', `"totalBalance":${number}`));
    const { jsonForPeople } = await copy.load<typeof Jsons>('src/base/json.ts');
    return found !== undefined && jsonForPeople(found).length > 100_000;
  },
  DIGITS,
  SIZE,
];

/** The fault that an order or a read ends with. */
async function faultOf(copy: Copy, answer: Answer, isOrder: boolean): Promise<{ outcome?: string; code?: string; message?: string }> {
  const { client } = await facing(copy, answer);
  const { dec } = await copy.load<{ dec: (text: string) => never }>('src/base/decimal.ts');
  const sent = isOrder ? client.orders.place({ ...ORDER, amount: dec('0.01'), price: dec('50000') }) : client.balances.list();
  return sent.then(
    () => ({}),
    (error: unknown) => error as never,
  );
}

/** An order is forgotten as refused, although the venue may have it. */
const forgotten = (what: string, status: number, body: string, headers: Record<string, string> = {}): Attack => [
  `an order is taken for refused after ${what}`,
  async (copy) => (await faultOf(copy, () => json(body, status, headers), true)).outcome === 'rejected',
  PROVEN,
];

const says = (what: string, message: string, wanted: string, ...guards: Guard[]): Attack => [
  `a refusal with ${what}`,
  async (copy) => ((await faultOf(copy, () => json(JSON.stringify({ code: 'NO', message }), 400), false)).message ?? '').includes(wanted),
  ...guards,
];

const muted = (what: string, retryAfter: string): Attack => [
  what,
  async (copy) => {
    const { client, clock } = await facing(copy, () => json('{}', 429, { 'retry-after': retryAfter }));
    await client.balances.list().catch(() => undefined);
    return (client.limiter.usage().blockedUntil ?? 0) - clock.now() > 86_400_000;
  },
  LONGEST,
];

/** How far the client lets itself be moved by a venue with such headers, in so many answers. */
const moved = (what: string, headersAt: (nowMs: number) => Record<string, string>, answers: number, ...guards: Guard[]): Attack => [
  what,
  async (copy) => {
    const { client, clock } = await facing(copy, (_seen, _index, nowMs) => json(`[${BALANCE}]`, 200, headersAt(nowMs)));
    for (let n = 0; n < answers; n++) {
      await client.balances.list().catch(() => undefined);
      await clock.advance(5000, () => setImmediate());
    }
    return Math.abs(client.venueClock.offsetMs) > 600_000;
  },
  ...guards,
];
const dated = (aheadMs: number) => (nowMs: number) => ({ date: new Date(nowMs + aheadMs).toUTCString() });
const YEAR_MS = 31_536_000_000;
const HALF_AN_HOUR_MS = 1_800_000;

const pageWith = (id: number): string => exchange['orders.list'].example.reply.replace('9007199254740993', String(id));

/** How many pages of a list are read of a venue that never comes to an end. */
const endless = (what: string, pageOf: (index: number) => string, most: number, ...guards: Guard[]): Attack => [
  what,
  async (copy) => {
    let pages = 0;
    const { client } = await facing(copy, (_seen, index) => {
      return ++pages > most ? json('{}', 500) : json(pageOf(index));
    });
    try {
      for await (const _ of client.orders.list({})) if (pages > most) break;
    } catch {
      // Given up, by whom the count says.
    }
    return pages > most;
  },
  ...guards,
];

const KEY_TEXT = 'QUtFWS1PRi1BTi1BQ0NPVU5U';

const ATTACKS: readonly Attack[] = [
  believed('an amount that stands twice', balance('"totalBalance":100', '"totalBalance":100,"totalBalance":1000000'), TWICE, FAST_TWICE),
  believed('a member that is 1,000 deep', balance('"name"', `"x":${'['.repeat(1000)}${']'.repeat(1000)},"name"`), DEEP),
  believed('everything inherited', `[{"__proto__":${BALANCE}}]`, OWN_PROTO),
  believed('bytes that are no text', Buffer.from(balance('Euro', 'Eur\xff'), 'latin1'), UTF8),
  floods('a balance of 1e1000000', '1e1000000'),
  floods('a balance of 1e-1000000', '1e-1000000'),
  [
    'an id of a fraction',
    async (copy) => {
      const { idOf, JsonNumber } = await copy.load<typeof Jsons>('src/base/json.ts');
      return ['1.5', '1e3', '9'.repeat(100)].some((text) => idOf(new JsonNumber(text)) !== undefined);
    },
    ID,
  ],
  // What a venue, or something in between, makes of an order.
  forgotten('a page of a proxy', 400, '<html>blocked</html>'),
  forgotten('a redirect', 302, '', { location: 'https://evil.example/' }),
  forgotten('a timeout of a proxy', 504, ''),
  forgotten('an answer of too many requests', 429, '{"code":"too-many-requests","message":"slow down"}'),
  forgotten('a refusal in words that nobody knows', 400, '{"code":"MAYBE","message":"perhaps"}'),
  [
    'a page of a proxy is taken for the refusal of the venue',
    async (copy) => (await faultOf(copy, () => new Response('<html>no</html>', { status: 404 }), false)).code === 'not-found',
    FOREIGN,
  ],
  // What reaches a terminal or a log.
  says('a sequence that clears the screen', 'a\u001b[2J', '\u001b', CLEAN),
  says('a sequence of eight bits', 'a\u009b2J', '\u009b', CLEAN),
  says('a text from right to left', 'a\u202e', '\u202e', CLEAN),
  says('a line of its own', 'a\n10:00 all is well', '\n', CLEAN),
  says('characters that are not seen', 'pay\u200bpal', '\u200b', CLEAN),
  ...[
    ['the key', (key: string) => key],
    ['the key in hexadecimal', (key: string) => Buffer.from(key).toString('hex')],
    ['the key in base64', (key: string) => Buffer.from(`x${key}x`).toString('base64')],
    ['the key with blanks in between', (key: string) => key.split('').join(' ')],
    ['the key encoded for an address', (key: string) => key.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)],
  ].map(([what, form]): Attack => [
    `B6: a refusal that repeats ${what as string}`,
    async (copy) => {
      const { Secret } = await copy.load<typeof Secrets>('src/base/secret.ts');
      const text = (form as (key: string) => string)(new Secret(KEY_TEXT).reveal());
      return ((await faultOf(copy, () => json(JSON.stringify({ code: 'NO', message: text }), 400), false)).message ?? '').includes(text);
    },
    UNTOLD,
  ]),
  // Time.
  muted('a pause of thirty years', '999999999'),
  muted('a pause until the year 2090', 'Thu, 01 Jan 2090 00:00:00 GMT'),
  [
    'V6: a refusal of a read mutes cancels',
    async (copy) => {
      const { client } = await facing(copy, () => json('{}', 429, { 'retry-after': '600' }));
      await client.balances.list().catch(() => undefined);
      return !client.limiter.tryAdmit('cancel');
    },
    CANCELS,
  ],
  moved('B4: a clock that is a year ahead', dated(YEAR_MS), 5, FARTHEST),
  moved('B4: a clock that is a year behind', dated(-YEAR_MS), 5, FARTHEST),
  moved('a clock that one answer alone moves', dated(HALF_AN_HOUR_MS), 1, CONFIRMED),
  moved('a clock from a cache', (nowMs) => ({ ...dated(-HALF_AN_HOUR_MS)(nowMs), age: '1800' }), 5, CACHED),
  moved('a date in a form of its own', (nowMs) => ({ date: new Date(nowMs + HALF_AN_HOUR_MS).toISOString() }), 5, DATE),
  [
    'B4: an order is signed while one answer after the other says another time',
    async (copy) => {
      const { dec } = await copy.load<{ dec: (text: string) => never }>('src/base/decimal.ts');
      let orders = 0;
      const { client, clock } = await facing(copy, ({ method }, index, nowMs) => {
        if (method === 'POST') orders++;
        return json(`[${BALANCE}]`, 200, dated(index % 2 === 0 ? HALF_AN_HOUR_MS : -HALF_AN_HOUR_MS)(nowMs));
      });
      for (let n = 0; n < 3; n++) {
        await client.balances.list().catch(() => undefined);
        await clock.advance(5000, () => setImmediate());
      }
      await client.orders.place({ ...ORDER, amount: dec('0.01'), price: dec('50000') }).catch(() => undefined);
      return orders > 0;
    },
    USABLE,
  ],
  // Lists.
  endless('a list without an end', (index) => pageWith(index + 1), 1000, PAGES),
  endless('a list that says the same page for ever', () => pageWith(1), 100, SAME),
  [
    'so many reads that all wait for a venue that answers none',
    async (copy) => {
      const { client } = await facing(copy, () => json('{}', 429, { 'retry-after': '600' }));
      await client.balances.list().catch(() => undefined);
      const waiting = Array.from({ length: 300 }, () => client.balances.list().catch(() => undefined));
      await setImmediate();
      const { account } = client.limiter.usage().waiting;
      client.limiter.close();
      await Promise.all(waiting);
      return account > 200;
    },
    ADMITTED,
  ],
];

export const VENUE_ANSWERS: Target = { name: 'venue: what its answers say', attacks: ATTACKS };
