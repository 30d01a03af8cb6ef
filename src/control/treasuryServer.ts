import { Hono } from 'hono';
import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import { peopleRequest } from '../daemon/treasury/peopleRequests.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import { controlKinds } from './contract/controlKinds.ts';
import { controlRequests } from './contract/controlRequests.ts';
import { controlReply, faultsToReplies, readBody } from './controlReply.ts';
import { type ControlServer, serveOn } from './serveOn.ts';

/** A batch of 10,000 rows has some three million. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const words = z.string().min(1).max(1000);
const approval = z.strictObject({ person: words, key: words, signature: words, at: z.int() });

const quoteTerms = z.strictObject({ from: words, to: words, exact: z.enum(['from', 'to']), amount: controlKinds.money });

/** The treasury on a unix socket that only its owner can open (mode 0600). Commands go through it while it runs. */
export function serveTreasury(calls: TreasuryCalls, socket: string): Promise<ControlServer> {
  return serveOn(treasuryApp(calls), socket);
}

/** One route for each call. */
export function treasuryApp(calls: TreasuryCalls): Hono {
  const app = new Hono();
  faultsToReplies(app, 'the treasury');
  const args = async <T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> => {
    const read = schema.safeParse(await readBody(request, MAX_BODY_BYTES));
    if (read.success) return read.data;
    throw new Fault('usage', read.error.issues.map(({ path, message }) => `${path.join('.') || 'the request'}: ${message}`).join('; '));
  };
  app.get('/status', async (context) => controlReply(context, await calls.status()));
  app.get('/policy', async (context) => controlReply(context, await calls.policy()));
  app.post('/policy', async (context) => {
    const { text, who, approvals, insteadOf } = await args(
      context.req.raw,
      z.strictObject({ text: z.string(), who: words, approvals: z.array(approval).max(100), insteadOf: words.optional() }),
    );
    return controlReply(context, await calls.publish(text, who, approvals, insteadOf));
  });
  app.get('/moves', async (context) => {
    const { limit, open } = context.req.query();
    return controlReply(context, await calls.moves(limitOf(limit), open === 'true'));
  });
  app.post('/moves', async (context) => controlReply(context, await calls.ask(await args(context.req.raw, z.unknown()))));
  app.post('/moves/dry-run', async (context) => controlReply(context, await calls.dryRun(await args(context.req.raw, z.unknown()))));
  app.get('/moves/:id', async (context) => controlReply(context, await calls.move(context.req.param('id'))));
  app.get('/book', async (context) => controlReply(context, await calls.entries(context.req.query('all') === 'true')));
  app.post('/book', async (context) => controlReply(context, await calls.askEntry(await args(context.req.raw, z.unknown()))));
  app.get('/book/:id/content', async (context) => controlReply(context, await calls.entryContent(context.req.param('id'))));
  app.post('/book/:id/approvals', async (context) =>
    controlReply(context, await calls.approveEntry(context.req.param('id'), await args(context.req.raw, approval))),
  );
  app.post('/book/:id/remove', async (context) => {
    const { who, why } = await args(context.req.raw, z.strictObject({ who: words, why: words }));
    return controlReply(context, await calls.removeEntry(context.req.param('id'), who, why));
  });
  app.get('/destinations', async (context) => controlReply(context, await calls.destinations()));
  app.get('/schedules', async (context) => controlReply(context, await calls.schedules()));
  app.post('/quote', async (context) => {
    const { amount, ...rest } = await args(context.req.raw, quoteTerms);
    return controlReply(context, await calls.quote({ ...rest, amount: amount.toFixed() }));
  });
  app.post('/reconcile', async (context) => controlReply(context, await calls.reconcile()));
  app.post('/ledger/adjustments', async (context) => {
    const { amount, ...rest } = await args(context.req.raw, controlRequests['ledger.adjust']);
    return controlReply(context, await calls.adjust({ ...rest, amount: amount.toFixed() }));
  });
  app.get('/moves/:id/retry', async (context) => controlReply(context, await calls.retry(context.req.param('id'))));
  app.get('/moves/:id/content', async (context) => controlReply(context, await calls.content(context.req.param('id'))));
  app.get('/accounts', async (context) => controlReply(context, await calls.accounts()));
  app.post('/requests', async (context) => {
    const { request, who } = await args(context.req.raw, z.strictObject({ request: peopleRequest, who: words }));
    return controlReply(context, await calls.request(request, who, context.req.raw.signal));
  });
  app.post('/payments/decide', async (context) => controlReply(context, await calls.decide(await args(context.req.raw, z.unknown()))));
  app.post('/settlements', async (context) => controlReply(context, await calls.settle(await args(context.req.raw, z.unknown()))));
  app.post('/intents/:id/resolve', async (context) => {
    const verdict = await args(context.req.raw, z.discriminatedUnion('type', [controlKinds.adopt, controlKinds.notPlaced]));
    return controlReply(context, await calls.resolve(context.req.param('id'), verdict));
  });
  app.post('/moves/:id/advance', async (context) => controlReply(context, await calls.advance(context.req.param('id'))));
  app.post('/moves/:id/approvals', async (context) =>
    controlReply(context, await calls.approve(context.req.param('id'), await args(context.req.raw, approval))),
  );
  app.post('/moves/:id/link', async (context) => {
    const { who, language } = await args(context.req.raw, z.strictObject({ who: words, language: words }));
    return controlReply(context, await calls.refundLink(context.req.param('id'), who, language));
  });
  app.post('/moves/:id/cancel', async (context) => {
    const { who, why } = await args(context.req.raw, z.strictObject({ who: words, why: words }));
    return controlReply(context, await calls.cancel(context.req.param('id'), who, why));
  });
  return app;
}

/** A number from the address of a request. Throws a `Fault` for anything else. */
function limitOf(text = '100'): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Fault('usage', `limit: expected a whole number from 1 to 999999, not ${JSON.stringify(text.slice(0, 40))}`);
}
