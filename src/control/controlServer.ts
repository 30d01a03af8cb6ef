import { Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { exchange } from '../contract/exchange.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import { STATUS_HEADER } from './controlClient.ts';
import { controlReply, faultsToReplies, readBody } from './controlReply.ts';
import { type ControlServer, serveOn } from './serveOn.ts';
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

/** None of our own requests is longer. */
const MAX_BODY_BYTES = 64 * 1024;
/** A person may send the venue a list of many rows. */
const MAX_API_BYTES = 1024 * 1024;

/** The daemon's control interface. While a daemon runs, commands go through it, so that there is one sender and one rate budget. */
export function serveControl(daemon: Daemon, socket: string): Promise<ControlServer> {
  return serveOn(controlApp(daemon), socket);
}

/** The commands of the control interface, as a function of a request. */
export function controlApp(daemon: Daemon): Hono {
  const app = new Hono();
  faultsToReplies(app, 'the daemon');
  app.get('/status', (context) => controlReply(context, daemon.status()));
  // By the venue's id, the strategy that placed each live order.
  app.get('/orders', (context) => {
    const { orders } = daemon.trader.snapshot();
    return controlReply(context, Object.fromEntries(orders.map(({ orderId, strategy }) => [orderId ?? '', strategy])));
  });
  app.post('/stop', (context) => {
    daemon.requestStop('the operator asked for it');
    return controlReply(context, { stopping: true });
  });
  app.post('/strategies/:name/:verb', async (context) => {
    const { name, verb } = context.req.param();
    if (verb !== 'pause' && verb !== 'resume' && verb !== 'stop') throw new Fault('usage', `a strategy can't be told to ${verb}`);
    return controlReply(context, await daemon.operations.tellStrategy(name, verb));
  });
  app.post('/strategies/pause', (context) => controlReply(context, daemon.operations.pauseAll()));
  app.post('/trading/stop', async (context) =>
    controlReply(context, await daemon.operations.stopTrading(readStopTrading(await readBody(context.req.raw, MAX_BODY_BYTES)))),
  );
  app.post('/trading/resume', async (context) => {
    const scope = readScope(await readBody(context.req.raw, MAX_BODY_BYTES));
    await daemon.operations.resumeTrading(scope);
    // What still stops the scope. Everything is under all stops; a part is under its own and under those of everything.
    return controlReply(
      context,
      daemon.status().stops.filter((stop) => scope.of === 'all' || stop.scope === 'all' || stop.scope === scope.name),
    );
  });
  app.post('/orders/cancel', async (context) => {
    const { symbol } = readCancelAll(await readBody(context.req.raw, MAX_BODY_BYTES));
    return controlReply(context, await daemon.operations.cancelAll(symbol));
  });
  app.post('/intents/:id/resolve', async (context) => {
    const id = context.req.param('id');
    const verdict = readVerdict(await readBody(context.req.raw, MAX_BODY_BYTES));
    const transfers = await daemon.interfaces.transfers.holding(id);
    return controlReply(context, await (transfers ?? daemon.operations).resolve(id, verdict));
  });
  app.post('/orders/:id/give', async (context) => {
    const { strategy } = readGift(await readBody(context.req.raw, MAX_BODY_BYTES));
    return controlReply(context, await daemon.operations.giveTo(strategy, context.req.param('id'), daemon.newId()));
  });
  app.post('/positions/adjust', async (context) => {
    const { id, symbol } = await daemon.operations.adjustPosition(
      readCorrection(await readBody(context.req.raw, MAX_BODY_BYTES)),
      daemon.newId(),
    );
    return controlReply(context, { id, symbol });
  });
  app.post('/orders/:id/settle', async (context) => {
    const verdict = readExecutionVerdict(await readBody(context.req.raw, MAX_BODY_BYTES));
    return controlReply(context, await daemon.operations.settleExecutions(context.req.param('id'), verdict));
  });
  app.post('/refusals/:id/:verdict', (context) => {
    const { id, verdict } = context.req.param();
    if (verdict !== 'revoke' && verdict !== 'allow') throw new Fault('usage', `a refusal can't be told to ${verdict}`);
    return controlReply(context, daemon.refusals.decide(id, verdict));
  });
  // Null as long as it is not done.
  app.post('/reconcile', async (context) => controlReply(context, (await daemon.operations.reconciling.rows()) ?? null));
  app.post('/ledger/adjust', async (context) => {
    await daemon.operations.reconciling.adjust(readAdjustment(await readBody(context.req.raw, MAX_BODY_BYTES)));
    return controlReply(context, { booked: true });
  });
  app.post('/ask', async (context) =>
    controlReply(context, await daemon.operations.ask(readAsk(await readBody(context.req.raw, MAX_BODY_BYTES), daemon.newId()))),
  );
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
  app.get('/accounts', (context) => controlReply(context, daemon.interfaces.clients.accounts()));
  // Sends a person's request to any interface as it is, once, with the daemon's key and within its rate budget.
  app.post('/api', async (context) => {
    const request = readApiRequest(await readBody(context.req.raw, MAX_API_BYTES));
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
