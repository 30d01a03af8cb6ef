import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';
import { LiveFeed } from '../../../src/control/page/liveFeed.ts';
import { pageApp } from '../../../src/control/page/pageApp.ts';
import { willingDaemon } from '../../control/willingDaemon.ts';
import { must } from '../broken.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateCharacters } from '../mutateText.ts';
import type { Mutate, Target } from '../target.ts';

const ORIGIN = 'http://127.0.0.1:4780';
const HEADERS = [
  `host: 127.0.0.1:4780`,
  `origin: ${ORIGIN}`,
  'content-type: application/json',
  'cookie: sluice-4780=COOKIE',
  'x-sluice-key: KEY',
];
const REQUESTS: readonly (readonly [line: string, body: string])[] = [
  ['GET /', ''],
  ['GET /api/status', ''],
  ['GET /api/fills?symbol=BTC%2FEUR&limit=5', ''],
  ['GET /api/session', ''],
  ['GET /assets/index.js', ''],
  ['POST /api/session', '{"token":"guess"}'],
  ['POST /api/strategies/pause', '{}'],
  ['POST /api/strategies/btc-maker/resume', '{}'],
  ['POST /api/trading/stop', '{"scope":{"of":"all","name":""},"state":"halted","orders":"cancel","reason":"a person"}'],
  ['POST /api/orders/cancel', '{"symbol":"BTC/EUR"}'],
  ['POST /api/ask', '{"type":"place","symbol":"BTC/EUR","side":"Buy","orderType":"Limit","price":"61000","amount":"0.01"}'],
  ['POST /api/stop', '{}'],
];

/** A line, headers, an empty line and a body. Each part is changed by itself. */
const mutateRequest: Mutate = (input, random, other) => {
  const [head = '', body = ''] = input.split('\n\n');
  if (random.int(3) === 0) return [head, mutateJson(body, random, other.split('\n\n')[1] ?? '')].join('\n\n');
  return [mutateCharacters(head, random, other).replaceAll('\n\n', '\n'), body].join('\n\n');
};

/** The dashboard's address: whoever may only look has nothing done, and whoever has no session is shown nothing, whatever is sent. */
export function pageTargets(): readonly Target[] {
  const told: string[] = [];
  const clock = new VirtualClock(0);
  const daemon = willingDaemon(told);
  const door = new Doorkeeper(clock);
  const { secret, key } = door.open(door.token(true).token);
  const app = pageApp({
    daemon,
    door,
    feed: new LiveFeed({ daemon, clock }),
    files: () => undefined,
    origins: () => new Set([ORIGIN]),
    cookieName: () => 'sluice-4780',
  });
  const check = async (input: string): Promise<void> => {
    const request = requestOf(input);
    if (request === undefined) return;
    const mayLook = (request.headers.get('cookie') ?? '').includes(secret) && request.headers.get('x-sluice-key') === key;
    const { pathname } = new URL(request.url);
    const response = await app.fetch(request, {});
    if (response.headers.get('content-type') !== 'text/event-stream') await response.text();
    must(response.status < 500 || response.status === 503, () => `it is answered with ${response.status}`);
    must(told.length === 0, () => `somebody who may only look has ${told.splice(0).join(', ')} done`);
    must(
      mayLook || response.status !== 200 || !/^\/api(?:\/|$)/.test(decodeURIComponent(pathname)),
      'somebody without a session is shown something',
    );
    must(response.headers.get('content-security-policy') !== null, 'the answer is unprotected');
  };
  const seeds = REQUESTS.map(([line, body]) => `${[line, ...HEADERS].join('\n')}\n\n${body}`);
  return [
    { name: 'page', weight: 3, seeds, mutate: mutateRequest, check },
    // The session differs from run to run, and an input that was found must break the promise again.
    {
      name: 'page/looking',
      weight: 3,
      seeds,
      mutate: mutateRequest,
      check: (input) => check(input.replaceAll('COOKIE', secret).replaceAll('KEY', key)),
    },
  ];
}

/** Undefined for what no HTTP reader would pass on. */
function requestOf(input: string): Request | undefined {
  const [head = '', body = ''] = input.split('\n\n');
  const [line = '', ...headers] = head.split('\n');
  const [, method = '', target = ''] = /^(\S*) (\S*)/.exec(line) ?? [];
  try {
    const given = new Headers(
      headers.map((header): [string, string] => [header.split(':', 1)[0]!, header.slice(header.indexOf(':') + 1).trim()]),
    );
    const request = new Request(`${ORIGIN}${target}`, {
      method,
      headers: given,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    decodeURIComponent(new URL(request.url).pathname);
    return request;
  } catch {
    return undefined;
  }
}
