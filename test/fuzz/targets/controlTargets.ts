import { connect } from 'node:net';
import { join } from 'node:path';
import { controlApp, serveControl } from '../../../src/control/controlServer.ts';
import type { ControlServer } from '../../../src/control/serveOn.ts';
import { willingDaemon } from '../../control/willingDaemon.ts';
import { must } from '../broken.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateBytes, mutateCharacters } from '../mutateText.ts';
import { bytesOf, type Mutate, type Target, utf8Input } from '../target.ts';

const REQUESTS: readonly (readonly [line: string, body: string])[] = [
  ['GET /status', ''],
  ['GET /orders', ''],
  ['GET /accounts', ''],
  ['GET /facts', ''],
  ['GET /orders/live', ''],
  ['GET /fills?symbol=BTC%2FEUR&limit=5&before=x', ''],
  ['GET /refusals?limit=5', ''],
  ['GET /events/list?limit=5', ''],
  ['GET /equity', ''],
  ['GET /market?symbol=BTC%2FEUR&depth=25', ''],
  ['GET /strategies', ''],
  ['GET /unresolved', ''],
  ['GET /limits', ''],
  ['POST /stop', ''],
  ['POST /strategies/btc-maker/pause', ''],
  ['POST /strategies/pause', ''],
  ['POST /trading/stop', '{"scope":{"of":"symbol","name":"BTC/EUR"},"state":"halted","orders":"cancel","reason":"a person"}'],
  ['POST /trading/resume', '{"of":"all","name":""}'],
  ['POST /orders/cancel', '{"symbol":"BTC/EUR"}'],
  ['POST /intents/01JD0000000000000000000000/resolve', '{"type":"adopt","venueId":"17"}'],
  ['POST /intents/01JD0000000000000000000000/resolve', '{"type":"not-placed"}'],
  ['POST /refusals/1/revoke', ''],
  ['POST /orders/17/settle', '{"verdict":"as-listed"}'],
  ['POST /orders/17/give', '{"strategy":"btc-maker"}'],
  ['POST /positions/adjust', '{"strategy":"btc-maker","amount":"-1","price":"2","note":"a trade elsewhere"}'],
  ['POST /reconcile', ''],
  ['POST /ledger/adjust', '{"currency":"EUR","amount":"-12.5","cause":"adjustment","note":"a bank fee"}'],
  ['POST /ask', '{"type":"place","symbol":"BTC/EUR","side":"Buy","orderType":"Limit","price":"61000","amount":"0.01"}'],
  ['POST /ask', '{"type":"replace","orderId":"17","price":"61000","amount":"0.01"}'],
  ['POST /ask', '{"type":"cancel","orderId":"17","symbol":"BTC/EUR"}'],
  ['POST /ask', '{"type":"convert","fromCurrency":"EUR","toCurrency":"BTC","size":{"fromAmount":"100"}}'],
  [
    'POST /ask',
    '{"type":"accept","quote":{"id":"q","fromCurrency":"EUR","toCurrency":"BTC","fromAmount":"1","toAmount":"2","rate":"2","quotedAt":"2026-11-20T10:00:00Z","validTo":"2026-11-20T10:00:15Z"}}',
  ],
  ['POST /read/book.get', '{"symbol":"BTC/EUR","depth":"3"}'],
  ['POST /api', '{"interface":"exchange","operation":"balances.list","params":{"currency":"EUR"}}'],
  ['POST /api', '{"interface":"processing","method":"POST","target":"/v1/payouts?a=b","body":"{}"}'],
];

const mutateRequest: Mutate = (input, random, other) => {
  const [line = '', ...body] = input.split('\n');
  if (random.int(4) === 0) return [mutateCharacters(line, random, other).replaceAll('\n', ''), ...body].join('\n');
  return [line, mutateJson(body.join('\n'), random, other.split('\n').slice(1).join('\n'))].join('\n');
};

/** The commands of the control socket over their real parser, and whatever bytes over a real socket. */
export async function controlTargets(folder: string): Promise<{ readonly targets: readonly Target[]; readonly server: ControlServer }> {
  const app = controlApp(willingDaemon());
  const socket = join(folder, 'control.sock');
  const server = await serveControl(willingDaemon(), socket);
  const raw = REQUESTS.map(([line, body]) =>
    utf8Input(`${line} HTTP/1.1\r\nhost: daemon\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );
  const targets: readonly Target[] = [
    {
      name: 'control',
      weight: 5,
      seeds: REQUESTS.map((request) => request.join('\n')),
      mutate: mutateRequest,
      async check(input) {
        const request = requestOf(input);
        if (request === undefined) return;
        await judge(await app.fetch(request));
      },
    },
    {
      name: 'control/socket',
      weight: 0.5,
      seeds: raw,
      mutate: mutateBytes,
      async check(input) {
        await converse(socket, bytesOf(input));
        const answer = await converse(socket, Buffer.from('GET /status HTTP/1.1\r\nhost: daemon\r\nconnection: close\r\n\r\n'));
        must(answer.startsWith('HTTP/1.1 200'), () => `the socket does not answer any more: ${answer.slice(0, 200)}`);
      },
    },
  ];
  return { targets, server };
}

/** Undefined for what no HTTP reader would pass on. */
function requestOf(input: string): Request | undefined {
  const [line = '', ...rest] = input.split('\n');
  const [, method = '', path = ''] = /^(\S*) (\S*)/.exec(line) ?? [];
  const body = rest.join('\n');
  try {
    return new Request(`http://daemon${path}`, { method, ...(method === 'GET' || method === 'HEAD' || body === '' ? {} : { body }) });
  } catch {
    return undefined;
  }
}

async function judge(response: Response): Promise<void> {
  const text = await response.text();
  must(response.status === 200 || response.status === 400, () => `it is answered with ${response.status} ${text.slice(0, 200)}`);
  if (response.status === 200) return;
  const { fault } = JSON.parse(text) as { readonly fault: { readonly code: string; readonly message: string } };
  must(
    ['usage', 'not-found', 'invalid-request'].includes(fault.code),
    () => `it is refused with ${fault.code}: ${fault.message.slice(0, 300)}`,
  );
}

/** Sends bytes, ends, and gives what came back. */
function converse(path: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path, () => socket.end(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // A reset is an answer too.
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
}
