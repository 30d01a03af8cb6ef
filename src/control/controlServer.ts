import { once } from 'node:events';
import { chmodSync, existsSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { onDisk } from '../base/diskFault.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { jsonForPeople } from '../base/json.ts';
import { redacted } from '../base/redacted.ts';
import { exchange } from '../contract/exchange.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import { makeFolder } from '../recording/makeFolder.ts';
import { assertOwned } from './assertOwned.ts';
import { STATUS_HEADER } from './controlClient.ts';
import {
  readAdjustment,
  readApiRequest,
  readAsk,
  readCorrection,
  readCancelAll,
  readExecutionVerdict,
  readGift,
  readScope,
  readStopTrading,
  readVerdict,
} from './controlMessages.ts';
import type { Daemon } from '../daemon/daemon.ts';

export interface ControlServer {
  close(): Promise<void>;
}

/** None of our own requests is longer. */
const MAX_BODY_BYTES = 64 * 1024;
/** A person may send the venue a list of many rows. */
const MAX_API_BYTES = 1024 * 1024;

/**
 * The daemon's control interface on a unix socket that only its owner can open (mode 0600). While a daemon runs, commands go
 * through it, so that there is one sender and one rate budget.
 */
export async function serveControl(daemon: Daemon, socket: string): Promise<ControlServer> {
  onDisk(`the control socket ${socket} can't be made`, () => makeFolder(dirname(socket), 0o700));
  assertOwned(dirname(socket));
  await removeStale(socket);
  const server = createAdaptorServer({ fetch: controlApp(daemon).fetch });
  const before = process.umask(0o177);
  try {
    server.listen(socket);
    await once(server, 'listening');
  } finally {
    process.umask(before);
  }
  chmodSync(socket, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** The commands of the control interface, as a function of a request. */
export function controlApp(daemon: Daemon): Hono {
  const app = new Hono();
  app.onError((error, context) => faultReply(context, isFault(error) ? error : new Fault('internal', messageOf(error))));
  app.notFound((context) =>
    faultReply(context, new Fault('not-found', `the daemon has no ${context.req.path}; it may be of another version`)),
  );
  app.get('/status', (context) => reply(context, daemon.status()));
  // By the venue's id, the strategy that placed each live order.
  app.get('/orders', (context) => {
    const { orders } = daemon.trader.snapshot();
    return reply(context, Object.fromEntries(orders.map(({ orderId, strategy }) => [orderId ?? '', strategy])));
  });
  app.post('/stop', (context) => {
    daemon.requestStop('the operator asked for it');
    return reply(context, { stopping: true });
  });
  app.post('/strategies/:name/:verb', async (context) => {
    const { name, verb } = context.req.param();
    if (verb !== 'pause' && verb !== 'resume' && verb !== 'stop') throw new Fault('usage', `a strategy can't be told to ${verb}`);
    return reply(context, await daemon.operations.tellStrategy(name, verb));
  });
  app.post('/strategies/pause', (context) => reply(context, daemon.operations.pauseAll()));
  app.post('/trading/stop', async (context) => reply(context, await daemon.operations.stopTrading(readStopTrading(await bodyOf(context)))));
  app.post('/trading/resume', async (context) => {
    const scope = readScope(await bodyOf(context));
    await daemon.operations.resumeTrading(scope);
    // What still stops the scope. Everything is under all stops; a part is under its own and under those of everything.
    return reply(
      context,
      daemon.status().stops.filter((stop) => scope.of === 'all' || stop.scope === 'all' || stop.scope === scope.name),
    );
  });
  app.post('/orders/cancel', async (context) => {
    const { symbol } = readCancelAll(await bodyOf(context));
    return reply(context, await daemon.operations.cancelAll(symbol));
  });
  app.post('/intents/:id/resolve', async (context) => {
    const id = context.req.param('id');
    const verdict = readVerdict(await bodyOf(context));
    const transfers = await daemon.interfaces.transfers.holding(id);
    return reply(context, await (transfers ?? daemon.operations).resolve(id, verdict));
  });
  app.post('/orders/:id/give', async (context) => {
    const { strategy } = readGift(await bodyOf(context));
    return reply(context, await daemon.operations.giveTo(strategy, context.req.param('id'), daemon.newId()));
  });
  app.post('/positions/adjust', async (context) => {
    const { id, symbol } = await daemon.operations.adjustPosition(readCorrection(await bodyOf(context)), daemon.newId());
    return reply(context, { id, symbol });
  });
  app.post('/orders/:id/settle', async (context) => {
    const verdict = readExecutionVerdict(await bodyOf(context));
    return reply(context, await daemon.operations.settleExecutions(context.req.param('id'), verdict));
  });
  app.post('/refusals/:id/:verdict', (context) => {
    const { id, verdict } = context.req.param();
    if (verdict !== 'revoke' && verdict !== 'allow') throw new Fault('usage', `a refusal can't be told to ${verdict}`);
    return reply(context, daemon.refusals.decide(id, verdict));
  });
  // Null as long as it is not done.
  app.post('/reconcile', async (context) => reply(context, (await daemon.operations.reconciling.rows()) ?? null));
  app.post('/ledger/adjust', async (context) => {
    await daemon.operations.reconciling.adjust(readAdjustment(await bodyOf(context)));
    return reply(context, { booked: true });
  });
  app.post('/ask', async (context) => reply(context, await daemon.operations.ask(readAsk(await bodyOf(context), daemon.newId()))));
  // Reads from the venue with the daemon's key and within its rate budget. The answer's bytes are passed on unchanged.
  app.post('/read/:operation', async (context) => {
    const operation = context.req.param('operation');
    if (!isRead(operation)) {
      throw new Fault('usage', `${operation} does not read from the exchange interface`);
    }
    const body = await daemon.read(operation as ExchangeOperation, await context.req.text());
    return context.body(body as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'application/json' });
  });
  // Lets a command find out whether the daemon's accounts at the payment interfaces are its own.
  app.get('/accounts', (context) => reply(context, daemon.interfaces.clients.accounts()));
  // Sends a person's request to any interface as it is, once, with the daemon's key and within its rate budget.
  app.post('/api', async (context) => {
    const request = readApiRequest(await bodyOf(context, MAX_API_BYTES));
    const { status, bytes } = await daemon.call(request, context.req.raw.signal);
    return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'application/octet-stream',
      [STATUS_HEADER]: String(status),
    });
  });
  return app;
}

/**
 * Only operations that change nothing may bypass the journal: reads, and a quote, which binds nobody. A cancel is an operator's
 * order.
 */
function isRead(operation: string): boolean {
  if (operation === 'quotes.request') return true;
  return Object.hasOwn(exchange, operation) && exchange[operation as ExchangeOperation].repeat === 'read';
}

async function bodyOf(context: Context, mostBytes = MAX_BODY_BYTES): Promise<unknown> {
  const text = await context.req.text();
  if (text.length > mostBytes) throw new Fault('usage', `the request is too long: expected at most ${mostBytes} bytes`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Fault('usage', `the request is not JSON: ${messageOf(error)}`);
  }
}

function reply(context: Context, value: unknown): Response {
  return context.body(redacted(jsonForPeople(value)), 200, { 'content-type': 'application/json' });
}

/** A fault crosses the socket with everything that the command line shows of it. */
function faultReply(context: Context, { code, message, outcome, retryable, suggestion, venueCode, status, traceId }: Fault): Response {
  const text = redacted(jsonForPeople({ fault: { code, message, outcome, retryable, suggestion, venueCode, status, traceId } }));
  return context.body(text, 400, { 'content-type': 'application/json' });
}

/** A socket on which nobody listens is left over from a crash. */
async function removeStale(socket: string): Promise<void> {
  if (!existsSync(socket)) return;
  const listening = await new Promise<boolean>((resolve) => {
    const probe = connect(socket, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
  if (listening)
    throw new Fault('daemon-running', `another daemon listens on ${socket}`, {
      suggestion: 'stop it with `sluice stop`, or use another --state directory',
    });
  unlinkSync(socket);
}
