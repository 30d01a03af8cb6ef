import { z } from 'zod';
import { BOOKED_BY_HAND } from '../../ledger/adjustment.ts';
import { FAULT_PROFILES } from '../../simulator/faultProfiles.ts';
import { STRIKES, STRUCK_CALLS } from '../../simulator/faultSwitch.ts';
import { DECISIONS, HOLDS } from '../../simulator/holds.ts';
import { LINE_LEVELS } from '../../model/eventLine.ts';
import { PERIODS } from '../../model/profitPeriod.ts';
import { askSchema } from '../controlMessages.ts';
import { controlKinds } from './controlKinds.ts';
import type { ControlName } from './controlRows.ts';

const { id, adopt, notPlaced, money, moneyOrNone, change, note, counted, time } = controlKinds;
const nothing = z.strictObject({});
const scope = z.strictObject({ of: z.enum(['all', 'strategy', 'symbol']), name: z.string().max(100) });
/** An absolute path. Left out: the file that is in force. */
const configFile = z.strictObject({ file: z.string().min(1).max(4096).optional() });
/** The id of a backtest: the name of its folder. */
const run = z.string().min(1).max(255);
const band = z.enum(['pessimistic', 'fitted', 'optimistic']).default('fitted');
/** Parameters by name, as they would stand in the file. */
const values = z
  .record(
    id,
    z
      .string()
      .min(1)
      .max(1000)
      .regex(/^[^\r\n]*$/, 'expected one line'),
  )
  .refine((given) => Object.keys(given).length > 0, 'expected at least one parameter');
/** The number of a line of the event log. */
const place = z.coerce.number<number | string>().int().min(0);
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
  'events.list': z.strictObject({
    /** The id of a line: those after it, or the page before it. */
    after: place.optional(),
    before: place.optional(),
    from: time.optional(),
    to: time.optional(),
    /** Names of what happened, with commas between them. */
    kinds: z
      .string()
      .min(1)
      .max(500)
      .transform((text) => text.split(','))
      .optional(),
    level: z.enum(LINE_LEVELS).optional(),
    strategy: id.optional(),
    symbol: id.optional(),
    limit: counted(500, 100),
  }),
  'equity.series': z.strictObject({ from: time.optional(), to: time.optional() }),
  /** `days`: how far back; the first period is whole. */
  'profit.list': z.strictObject({ by: z.enum(PERIODS).default('day'), days: counted(1830, 30), strategy: id.optional() }),
  'market.show': z.strictObject({ symbol: id, depth: counted(100, 25), fills: counted(200, 50) }),
  'strategies.list': nothing,
  'strategies.tags': z.strictObject({ name: id }),
  'strategies.state': z.strictObject({ name: id }),
  'strategies.plots': z.strictObject({ name: id }),
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
  /** Left out: the month of now, all currencies. */
  'statements.show': z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'expected a month, like 2026-10')
      .optional(),
    currency: id.optional(),
  }),
  'simulator.show': nothing,
  accounts: nothing,
  'config.plan': configFile,
  'config.reload': configFile,
  'daemon.stop': nothing,
  'strategies.pauseAll': nothing,
  'strategies.tell': z.strictObject({ name: id, verb: z.enum(['pause', 'resume', 'stop']) }),
  'params.plan': z.strictObject({ name: id, values }),
  /** `digest`: what the plan has said of the file. */
  'params.apply': z.strictObject({ name: id, values, digest: z.string().regex(/^[0-9a-f]{64}$/, 'expected the digest of a plan') }),
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
  'simulator.faults': z.strictObject({ profile: z.enum(FAULT_PROFILES) }),
  'simulator.strike': z.strictObject({ operation: z.enum(STRUCK_CALLS), strike: z.enum(STRIKES) }),
  'simulator.price': z.strictObject({ currency: id, percent: change }),
  'simulator.deposit': z.strictObject({ currency: id, amount: money }),
  'simulator.lend': z.strictObject({ currency: id, amount: moneyOrNone }),
  'simulator.hold': z.strictObject({ kind: z.enum(HOLDS), isHeld: z.boolean() }),
  'simulator.decide': z.strictObject({ id, decision: z.enum(DECISIONS) }),
  'simulator.networkFee': z.strictObject({ currency: id, network: id, fee: moneyOrNone }),
  /** Without an address none are sent. */
  'simulator.notify': z.strictObject({ url: z.string().min(1).max(500).optional() }),
  'dashboard.link': z.strictObject({ isReadOnly: z.boolean().default(false) }),
  'dashboard.signOutAll': nothing,
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
