import type * as Clocks from '../../src/base/systemClock.ts';
import type * as Servers from '../../src/simulator/serve.ts';
import type * as Simulators from '../../src/simulator/simulator.ts';
import type { Attack, Target } from './attack.ts';
import { DEEP, TWICE } from './commonGuards.ts';
import type { Copy, Guard } from './copies.ts';
import { BEGUN, isWaitedFor, keptSilent, PATIENCE_MS } from './halfOpen.ts';
import { answers, onSimulator, type SimulatorSite } from './simulatorSite.ts';
import { chunked, type Raw } from './wire.ts';

const HOST: Guard = ['src/simulator/serve.ts', 'if (namesUs && !isOurName(headers.host)) return write(response, MISDIRECTED);', ''];
const WHOLE_NAME: Guard = ['src/base/loopback.ts', '127(?:\\.\\d{1,3}){3})$/.test(address)', '127(?:\\.\\d{1,3}){3})/.test(address)'];
const TOKEN: Guard = [
  'src/simulator/control/mountControl.ts',
  "? undefined : { status: 401, headers: {}, body: '' };",
  '? undefined : undefined;',
];
const RANDOM_TOKEN: Guard = ['src/simulator/simulator.ts', "randomBytes(24).toString('hex')", "textOf(seed, 'control', 24, 'hex')"];
const KEY: Guard = ['src/simulator/authentication.ts', 'header(keyName) !== key || ', ''];
const SIGNATURE: Guard = ['src/simulator/authentication.ts', '&& header(signName) === hmac.base64Of(message)', ''];
const WINDOW: Guard = ['src/simulator/authentication.ts', 'if (Math.abs(Number(timestamp) - now) > windowMs) return false;', ''];
const MOST_SIGNED: Guard = ['src/simulator/authentication.ts', 'message.length <= MOST_MESSAGE_BYTES && ', ''];
const ANNOUNCED: Guard = [
  'src/simulator/serve.ts',
  'if (Number(announced ?? 0) > MAX_BODY_BYTES) return write(response, BODY_TOO_LONG);',
  '',
];
const COUNTED: Guard = ['src/simulator/serve.ts', 'if (length <= MAX_BODY_BYTES) chunks', 'if (true) chunks'];
const OWN_FIELDS: Guard = ['src/simulator/requestParameters.ts', 'Object.hasOwn(schema.shape, name) ? ', 'true ? '];
const PERCENT: Guard = ['src/simulator/http/router.ts', 'catch {\n    return segment;', 'catch (error) {\n    throw error;'];
const FAULTS: Guard = ['src/simulator/control/faultQueue.ts', 'if (this.#faults.length >= MOST_FAULTS) return false;', ''];
const RATE: Guard = ['src/simulator/routes.ts', 'if (waitS !== undefined) {', 'if (waitS !== waitS) {'];

const PATIENCE: Guard = [
  'src/simulator/serve.ts',
  'requestTimeout: patienceMs, headersTimeout: patienceMs',
  'requestTimeout: 0, headersTimeout: 0',
];
const ROOM: Guard = ['src/simulator/serve.ts', 'makeRoom(server, MOST_CONNECTIONS);', ''];

const BOOK = '/v1/spot-trading/orderbook/BTC%2FEUR?depth=3';
const ORDERS = '/v1/spot-trading/orders';
const ORDER = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.01,"price":50000}';
const EVIL = ORDER.replace('0.01', '0.5');

const hostOf =
  (host: string): ((site: SimulatorSite) => Promise<boolean>) =>
  async (site) =>
    (await answers(site, { target: BOOK, lines: [`host: ${host.replace('PORT', String(site.port))}`] })) === 200;
const named = (host: string, ...guards: Guard[]): Attack => [
  `a request for the name ${host}`,
  onSimulator(hostOf(host), { behaviour: { marketData: 'public' } }),
  ...guards,
];

/** Something is done to the world without the token of the control side. */
const controls = (what: string, raw: Raw, ...guards: Guard[]): Attack => [
  what,
  onSimulator(
    async (site) => (await answers(site, { method: 'POST', target: '/control/v1/time', body: '{"advanceMs":1000}', ...raw })) === 200,
  ),
  ...guards,
];

const hasOrders = (site: SimulatorSite): boolean => site.simulator.truth().orders.length > 0;
const places =
  (rawOf: (site: SimulatorSite) => Raw) =>
  async (site: SimulatorSite): Promise<boolean> => {
    await site.ask({ method: 'POST', target: ORDERS, body: ORDER, ...rawOf(site) });
    return hasOrders(site);
  };
const signedOrder = (site: SimulatorSite, at?: number): readonly string[] =>
  site.signed({ method: 'POST', path: ORDERS, body: ORDER, ...(at === undefined ? {} : { at }) });
const orderWith = (body: string) => onSimulator(places((site) => ({ body, lines: site.signed({ method: 'POST', path: ORDERS, body }) })));

/** An attack on what serves the simulator, whatever it answers. */
const served =
  (attack: (port: number) => Promise<boolean>, patienceMs?: number) =>
  async (copy: Copy): Promise<boolean> => {
    const { serveSimulator } = await copy.load<typeof Servers>('src/simulator/serve.ts');
    const server = await serveSimulator({ handle: () => ({ status: 200, headers: {}, body: '' }) }, { port: 0, patienceMs });
    try {
      return await attack(Number(new URL(server.url).port));
    } finally {
      await server.close();
    }
  };

/** Whether something inside fell over: a bare 500, which the simulator notes as a failure of its own. */
const breaks = (target: string): Attack[1] =>
  onSimulator(async (site) => (await answers(site, { target, lines: site.signed({ method: 'GET', path: target }) })) === 500);

const ATTACKS: readonly Attack[] = [
  // B10: a page in a browser has its own name lead here.
  named('evil.example', HOST),
  named('evil.example:PORT', HOST),
  named('localhost.evil.example:PORT', HOST),
  named('10.0.0.1', HOST),
  named('0.0.0.0:PORT', HOST),
  named('[::2]:PORT', HOST),
  named('127.0.0.1.evil.example:PORT', WHOLE_NAME),
  named('evil.example/127.0.0.1', HOST),
  // B10: the control side.
  controls('time is moved without a token', {}, TOKEN),
  controls('time is moved with a token that is wrong', { lines: [`authorization: Bearer ${'0'.repeat(48)}`] }, TOKEN),
  controls('time is moved with an empty token', { lines: ['authorization: Bearer '] }, TOKEN),
  controls('a fault is ordered without a token', { target: '/control/v1/faults', body: '{"fault":{"kind":"drop-after"}}' }, TOKEN),
  controls('the deliveries are read without a token', { method: 'GET', target: '/control/v1/deliveries', body: '' }, TOKEN),
  [
    'the token is worked out from the seed, which is no secret',
    async (copy) => {
      const { createSimulator } = await copy.load<typeof Simulators>('src/simulator/simulator.ts');
      const { systemClock } = await copy.load<typeof Clocks>('src/base/systemClock.ts');
      const { control } = createSimulator({ clock: systemClock, seed: 7 });
      return onSimulator(
        async (site) => (await answers(site, { target: '/control/v1/state', lines: [`authorization: Bearer ${control.token}`] })) === 200,
      )(copy);
    },
    RANDOM_TOKEN,
  ],
  [
    'more faults than are kept',
    onSimulator(async ({ simulator: { fetch: ask, control } }) => {
      const order = { method: 'POST', headers: { authorization: `Bearer ${control.token}` }, body: '{"fault":{"kind":"drop-before"}}' };
      const statuses = Array.from({ length: 1001 }, async () => (await ask(new Request('http://venue/control/v1/faults', order))).status);
      return (await Promise.all(statuses)).every((status) => status === 200);
    }),
    FAULTS,
  ],
  // Signatures.
  ['an order without a signature', onSimulator(places((site) => ({ lines: signedOrder(site).slice(0, 2) }))), SIGNATURE],
  [
    'an order with a signature of zeros',
    onSimulator(places((site) => ({ lines: [...signedOrder(site).slice(0, 2), `svc-api-sign: ${Buffer.alloc(32).toString('base64')}`] }))),
    SIGNATURE,
  ],
  [
    'an order with the key of somebody else',
    onSimulator(places((site) => ({ lines: ['svc-api-key: other', ...signedOrder(site).slice(1)] }))),
    KEY,
  ],
  [
    'an order that was caught a minute ago',
    onSimulator(places((site) => ({ lines: signedOrder(site, site.wallClock.now() - 61_000) }))),
    WINDOW,
  ],
  [
    'an order that is signed for tomorrow',
    onSimulator(places((site) => ({ lines: signedOrder(site, site.wallClock.now() + 86_400_000) }))),
    WINDOW,
  ],
  ['an order whose amount was changed on its way', onSimulator(places((site) => ({ lines: signedOrder(site), body: EVIL }))), SIGNATURE],
  [
    'a signature of a conversion on an order',
    onSimulator(places((site) => ({ lines: site.signed({ method: 'POST', path: '/v1/instant-trade/convert', body: ORDER }) }))),
    SIGNATURE,
  ],
  [
    'a signature of a DELETE on a POST',
    onSimulator(places((site) => ({ lines: site.signed({ method: 'DELETE', path: ORDERS, body: ORDER }) }))),
    SIGNATURE,
  ],
  [
    'an old order with a new time',
    onSimulator(
      places((site) => {
        const [key, , sign] = signedOrder(site, site.wallClock.now() - 3_600_000);
        return { lines: [key!, `svc-api-timestamp: ${site.wallClock.now()}`, sign!] };
      }),
    ),
    SIGNATURE,
  ],
  ['a path that is too long to be signed', breaks(`/v1/spot-trading/orderbook/${'9'.repeat(5000)}`), MOST_SIGNED],
  // Bodies.
  [
    'a body of two MiB',
    onSimulator(async (site) => (await answers(site, { method: 'POST', target: ORDERS, body: ' '.repeat(2_097_152) })) === 401),
    ANNOUNCED,
    COUNTED,
  ],
  [
    'a body of two MiB in pieces',
    onSimulator(
      async (site) =>
        (await answers(site, {
          method: 'POST',
          target: ORDERS,
          lines: ['transfer-encoding: chunked'],
          body: chunked(' '.repeat(2_097_152)),
        })) === 401,
    ),
    COUNTED,
  ],
  ['an order with two amounts', orderWith(ORDER.replace('}', ',"amount":0.02}')), TWICE],
  ['an order with a member that is 1,000 deep', orderWith(ORDER.replace('}', `,"x":${'['.repeat(1000)}${']'.repeat(1000)}}`)), DEEP],
  // B10: names that every object has.
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((name): Attack => [
    `a parameter ${name}`,
    breaks(`${BOOK}&${name}=1`),
    OWN_FIELDS,
  ]),
  ['a path that is badly encoded', breaks('/v1/spot-trading/orderbook/%zz'), PERCENT],
  [
    'more requests than the rate allows',
    onSimulator(
      async (site) => {
        for (let n = 0; n < 5; n++)
          if ((await answers(site, { target: BOOK, lines: site.signed({ method: 'GET', path: BOOK }) })) !== 200) return false;
        return true;
      },
      { behaviour: { rateLimit: { perSecond: 1, burst: 2 } } },
    ),
    RATE,
  ],
  // B11: half-open and slow clients.
  ...BEGUN.map(([what, begun]): Attack => [
    `a client that never gets beyond ${what}`,
    served((port) => isWaitedFor(port, begun), PATIENCE_MS),
    PATIENCE,
  ]),
  ['six hundred connections that say nothing', served(async (port) => (await keptSilent(port, 600)) > 500), ROOM],
];

export const SIMULATOR: Target = { name: 'simulator', attacks: ATTACKS };
