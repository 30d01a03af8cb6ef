import { z } from 'zod';
import { BOOKED_BY_HAND } from '../../ledger/adjustment.ts';
import { askSchema } from '../controlMessages.ts';
import { controlKinds } from './controlKinds.ts';
import type { ControlName } from './controlRows.ts';

const { id, adopt, notPlaced, money, change, note, counted, time } = controlKinds;
const nothing = z.strictObject({});
const scope = z.strictObject({ of: z.enum(['all', 'strategy', 'symbol']), name: z.string().max(100) });
/** An absolute path. Left out: the file that is in force. */
const configFile = z.strictObject({ file: z.string().min(1).max(4096).optional() });
/** The id of a backtest: the name of its folder. */
const run = z.string().min(1).max(255);
const band = z.enum(['pessimistic', 'fitted', 'optimistic']).default('fitted');
const interfaceName = z.enum(['exchange', 'processing', 'hostedPage']);

/** What each row of the control interface takes. Whatever comes is checked by this before anything is done. */
export const controlRequests = {
  status: nothing,
  'settings.facts': nothing,
  'orders.owners': nothing,
  'orders.live': nothing,
  'fills.list': z.strictObject({
    symbol: id.optional(),
    strategy: id.optional(),
    /** The id of a fill: the page after it. */
    before: id.optional(),
    limit: counted(500, 100),
  }),
  'executions.show': z.strictObject({ id }),
  'refusals.list': z.strictObject({ limit: counted(200, 100) }),
  'events.list': z.strictObject({ limit: counted(500, 100) }),
  'equity.series': nothing,
  'market.show': z.strictObject({ symbol: id, depth: counted(100, 25), fills: counted(200, 50) }),
  'strategies.list': nothing,
  'unresolved.list': nothing,
  /** `signals`: runs the strategies again, for what they logged and plotted. */
  why: z.strictObject({ id, signals: z.enum(['yes', 'no']).default('no') }),
  'runs.list': z.strictObject({ limit: counted(200, 100) }),
  'runs.show': z.strictObject({ id: run }),
  'runs.series': z.strictObject({ id: run, from: time.optional(), to: time.optional() }),
  'runs.trips': z.strictObject({
    id: run,
    band,
    from: z.coerce.number<number | string>().int().min(0).default(0),
    limit: counted(500, 100),
  }),
  'runs.events': z.strictObject({ id: run, band, at: time, limit: counted(200, 50) }),
  'payments.list': z.strictObject({ days: counted(31, 7) }),
  'payments.show': z.strictObject({ id }),
  'limits.list': nothing,
  'balances.list': nothing,
  'treasury.show': nothing,
  accounts: nothing,
  'config.plan': configFile,
  'config.reload': configFile,
  'daemon.stop': nothing,
  'strategies.pauseAll': nothing,
  'strategies.tell': z.strictObject({ name: id, verb: z.enum(['pause', 'resume', 'stop']) }),
  'trading.stop': z.strictObject({
    scope,
    state: z.enum(['reducing', 'halted']),
    orders: z.enum(['keep', 'cancel', 'close']),
    reason: z.string().max(500),
  }),
  'trading.resume': scope,
  'orders.cancel': z.strictObject({ symbol: id.optional() }),
  'orders.give': z.strictObject({ id, strategy: id }),
  'orders.settle': z.strictObject({ id, verdict: z.enum(['as-listed', 'as-booked']) }),
  'intents.resolve': z.discriminatedUnion('type', [adopt.extend({ id }), notPlaced.extend({ id })]),
  'positions.adjust': z.strictObject({ strategy: id, symbol: id.optional(), amount: change, price: money, note }),
  'refusals.decide': z.strictObject({ id, verdict: z.enum(['revoke', 'allow']) }),
  'dashboard.link': z.strictObject({ isReadOnly: z.boolean().default(false) }),
  reconcile: nothing,
  'ledger.adjust': z.strictObject({ currency: id, amount: change, cause: z.enum(BOOKED_BY_HAND), note }),
  ask: askSchema,
  read: z.looseObject({ operation: id }),
  api: z.union([
    z.strictObject({ interface: interfaceName, operation: id, params: z.record(z.string().max(100), z.string()) }),
    z.strictObject({
      interface: interfaceName,
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      target: z.string().regex(/^\/[\x21-\x7e]*$/, 'expected a path that begins with / and is percent-encoded'),
      body: z.string().optional(),
    }),
  ]),
} as const satisfies Readonly<Record<ControlName, z.ZodType>>;

/** What a caller gives: money as text. */
export type ControlArgs<N extends ControlName> = z.input<(typeof controlRequests)[N]>;

/** The same as the daemon reads it. */
export type ControlRequest<N extends ControlName> = z.output<(typeof controlRequests)[N]>;
