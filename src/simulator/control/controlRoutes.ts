import { z } from 'zod';
import { didYouMean } from '../../base/didYouMean.ts';
import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { allOperations } from '../../contract/contract.ts';
import { int, millis, optional, requiredText, text } from '../../contract/wire.ts';
import { type ControlRoute, route } from './controlRoute.ts';
import type { ControlServices } from './controlServices.ts';
import { marketRoutes } from './marketRoutes.ts';
import { moneyRoutes } from './moneyRoutes.ts';
import { paymentRoutes } from './paymentRoutes.ts';
import { stepRoutes } from './stepRoutes.ts';

const nothing = z.object({});
const milliseconds = millis.refine((value) => value >= 0, 'must be 0 or more');
const applied = { apply: z.boolean(), applyAfterMs: optional(milliseconds) };

/** The JSON form of `CallFault`. */
const callFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop-before'), ms: optional(milliseconds) }),
  z.strictObject({ kind: z.literal('drop-after'), ms: optional(milliseconds), applyAfterMs: optional(milliseconds) }),
  z.strictObject({ kind: z.literal('delay'), ms: milliseconds, apply: optional(z.enum(['first', 'last'])) }),
  z.strictObject({
    kind: z.literal('status'),
    status: int.refine((value) => value >= 200 && value <= 599, 'must be 200 to 599'),
    body: optional(text),
    ...applied,
  }),
  z.strictObject({ kind: z.literal('garble'), body: text }),
]);

export function controlRoutes(services: ControlServices): ControlRoute[] {
  return [
    ...worldRoutes(services),
    ...marketRoutes(services.venue),
    ...stepRoutes(services.venue),
    ...moneyRoutes(services),
    ...paymentRoutes(services.payments),
    ...faultRoutes(services),
  ];
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
        const unknown = restricted?.find((given) => !venue.catalog.currencies.some(({ code }) => code === given));
        if (unknown !== undefined) throw new Fault('not-found', `currency ${unknown} is not known`);
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
        if (!faults.add({ operation: keyOf(operation), times: times ?? 1, fault }))
          throw new Fault('usage', 'there are too many faults already');
        return listed();
      },
    ),
    route('DELETE', '/faults', 'forget all faults', nothing, () => {
      faults.clear();
      return listed();
    }),
  ];
}

/** An operation's name without its interface. A fault for one that there is not would wait for ever. */
function keyOf(operation: string | undefined): string | undefined {
  if (operation === undefined) return undefined;
  const found = allOperations().find(({ name, key }) => name === operation || key === operation);
  if (found !== undefined) return found.key;
  const keys = allOperations().map(({ key }) => key);
  const near = didYouMean(operation, keys);
  throw new Fault('not-found', `operation ${operation} is not known${near === undefined ? '' : `; did you mean ${near}?`}`);
}
