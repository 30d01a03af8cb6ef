import { z } from 'zod';
import { Fault, isFault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { VIBAN_REFUSALS } from '../../contract/exchange/vibanDeposits.ts';
import { int, millis, optional, positive, requiredText, text } from '../../contract/wire.ts';
import type { NotificationDelivery } from '../notifications/notifier.ts';
import type { ProcessingService } from '../processing/processingService.ts';
import type { Venue } from '../venue.ts';
import type { World } from '../world.ts';
import type { ControlRoute } from './controlRoute.ts';
import type { FaultQueue } from './faultQueue.ts';
import { paymentRoutes } from './paymentRoutes.ts';

/** The parts of the simulator that the control side can act on. */
export interface ControlServices {
  readonly venue: Venue;
  readonly world: World;
  readonly payments: Pick<ProcessingService, 'configure' | 'deposit' | 'failNext' | 'payouts' | 'tokens' | 'world'>;
  readonly faults: FaultQueue;
  readonly deliveries: () => readonly NotificationDelivery[];
}

const nothing = z.object({});
const milliseconds = millis.refine((value) => value >= 0, 'must be 0 or more');
const applied = { apply: z.boolean(), applyAfterMs: optional(milliseconds) };

/** The JSON form of `CallFault`. */
const callFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drop-before'), ms: optional(milliseconds) }),
  z.object({ kind: z.literal('drop-after'), ms: optional(milliseconds), applyAfterMs: optional(milliseconds) }),
  z.object({ kind: z.literal('delay'), ms: milliseconds, apply: optional(z.enum(['first', 'last'])) }),
  z.object({
    kind: z.literal('status'),
    status: int.refine((value) => value >= 200 && value <= 599, 'must be 200 to 599'),
    body: optional(text),
    ...applied,
  }),
  z.object({ kind: z.literal('garble'), body: text }),
]);

const codes = z.enum(VIBAN_REFUSALS.map(({ code }) => code));

export function controlRoutes(services: ControlServices): ControlRoute[] {
  return [...worldRoutes(services), ...moneyRoutes(services), ...paymentRoutes(services.payments), ...faultRoutes(services)];
}

function worldRoutes({ venue, world, deliveries }: ControlServices): ControlRoute[] {
  const state = (): object => ({ now: isoOf(venue.now()), region: { ...venue.region } });
  return [
    route('GET', '/state', 'time and region', nothing, state),
    route('POST', '/time', 'let time pass at once', z.object({ advanceMs: milliseconds }), ({ advanceMs }) => {
      world.advance(advanceMs);
      return state();
    }),
    route(
      'PUT',
      '/region',
      'restrict currencies, move the customer into or out of the EU',
      z.object({ restricted: optional(z.array(text)), isEu: optional(z.boolean()) }),
      ({ restricted, isEu }) => {
        world.setRegion({ ...(restricted === undefined ? {} : { restricted }), ...(isEu === undefined ? {} : { isEu }) });
        return state();
      },
    ),
    route('GET', '/deliveries', 'notifications that were sent, oldest first', nothing, () =>
      deliveries().map((delivery) => ({
        ...delivery,
        createdAt: isoOf(delivery.createdAt),
        attempts: delivery.attempts.map(({ at, outcome }) => ({ at: isoOf(at), outcome })),
      })),
    ),
  ];
}

function moneyRoutes({ world, payments }: ControlServices): ControlRoute[] {
  const reason = z.object({ reason: requiredText });
  return [
    route(
      'POST',
      '/crypto-deposits',
      'send a coin to an address of the exchange account or of a payment',
      z.object({ address: requiredText, tag: optional(text), amount: positive }),
      (sent) => sendCrypto(world, payments, sent),
    ),
    route(
      'POST',
      '/payments/{id}/deposits',
      'pay a payment intent',
      z.object({ amount: positive, announced: optional(z.boolean()) }),
      ({ amount, announced }, paymentIntentId) => {
        payments.deposit({ paymentIntentId }, { amount, isAnnounced: announced });
        return { paymentIntentId };
      },
    ),
    route(
      'POST',
      '/failures',
      'let the next refund or payout fail',
      z.object({ what: z.enum(['refund', 'payout']), reason: requiredText }),
      ({ what, reason: why }) => {
        payments.failNext(what, why);
        return { what };
      },
    ),
    route(
      'POST',
      '/fiat-deposits/{id}/completion',
      'let a bank transfer arrive',
      z.object({ amount: optional(positive) }),
      ({ amount }, id) => ended(world.bankTransfer(id, amount)),
    ),
    route('POST', '/fiat-deposits/{id}/decline', 'decline a fiat deposit', reason, (why, id) =>
      ended(world.endFiatDeposit(id, 'Declined', why.reason)),
    ),
    route('POST', '/fiat-deposits/{id}/failure', 'let a fiat deposit fail', reason, (why, id) =>
      ended(world.endFiatDeposit(id, 'Failed', why.reason)),
    ),
    route('POST', '/withdrawals/{id}/completion', 'confirm a withdrawal now', nothing, (_, id) =>
      ended(world.endWithdrawal(id, 'complete')),
    ),
    route('POST', '/withdrawals/{id}/decline', 'decline a withdrawal', nothing, (_, id) => ended(world.endWithdrawal(id, 'decline'))),
    route(
      'PUT',
      '/fiat-notifications',
      'where the notifications of ViBAN deposits go; nowhere without a URL',
      z.object({ url: optional(z.url()) }),
      ({ url }) => {
        world.notifyFiatDeposits(url);
        return { url: url ?? null };
      },
    ),
    route('PUT', '/viban', 'refuse ViBAN deposits with a code, or take them', z.object({ refusal: optional(codes) }), ({ refusal }) => {
      world.refuseViban(refusal);
      return { refusal: refusal ?? null };
    }),
  ];
}

function faultRoutes({ faults }: ControlServices): ControlRoute[] {
  const listed = (): object => faults.faults.map((each) => ({ ...each }));
  return [
    route('GET', '/faults', 'faults that wait for a call', nothing, listed),
    route(
      'POST',
      '/faults',
      'let the next calls of an operation go wrong',
      z.object({
        operation: optional(requiredText),
        times: optional(int.refine((value) => value >= 1, 'must be 1 or more')),
        fault: callFault,
      }),
      ({ operation, times, fault }) => {
        if (!faults.add({ operation, times: times ?? 1, fault })) throw new Fault('usage', 'there are too many faults already');
        return listed();
      },
    ),
    route('DELETE', '/faults', 'forget all faults', nothing, () => {
      faults.clear();
      return listed();
    }),
  ];
}

function sendCrypto(world: World, payments: ControlServices['payments'], sent: Parameters<World['sendCrypto']>[0]): object {
  try {
    return ended(world.sendCrypto(sent));
  } catch (error) {
    if (!isFault(error, 'not-found')) throw error;
    payments.deposit({ address: sent.address, tag: sent.tag }, { amount: sent.amount });
    return { address: sent.address };
  }
}

function ended({ id, status }: { readonly id: string; readonly status: string }): object {
  return { id, status };
}

function route<Body extends z.ZodType>(
  method: ControlRoute['method'],
  path: string,
  about: string,
  body: Body,
  act: (body: z.output<Body>, id: string) => unknown,
): ControlRoute {
  return { method, path, about, body, act };
}
