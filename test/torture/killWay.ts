import { exchange } from '../../src/contract/exchange.ts';
import { processing } from '../../src/contract/processing.ts';
import type { Random } from '../../src/base/random.ts';
import type { Env } from '../cli/processes.ts';

/** How a life of the treasury ends: at any moment, between a payment and its answer, or at a numbered point. */
export type KillWay = 'moment' | 'payment' | 'point';

/** How the kills follow each other. */
const ORDER: readonly KillWay[] = ['moment', 'payment', 'point', 'point', 'point'];
/** What pays, by the contract. */
const PAYMENTS = [
  exchange['withdrawals.create'],
  exchange['withdrawalBatches.confirm'],
  exchange['conversions.execute'],
  exchange['orders.place'],
  processing['payouts.create'],
];
/** A start has so many points; a round has about so many more. */
const START_POINTS = 40;
const ROUND_POINTS = 140;

export function killWay(kill: number): KillWay {
  return ORDER[kill % ORDER.length]!;
}

/** What tells `killPoints.ts` where a life that pays about so many times ends. */
export function killPointOf(way: KillWay, payments: number, random: Random): Env {
  switch (way) {
    case 'moment':
      return {};
    case 'payment':
      return { TORTURE_KILL_AT_PAYMENT: String(1 + random.int(payments)), TORTURE_PAYMENTS: requestLines() };
    case 'point':
      return { TORTURE_KILL_AT: String(START_POINTS + random.int(ROUND_POINTS)) };
  }
}

/** The beginning of each request that pays, as an expression. */
function requestLines(): string {
  return PAYMENTS.map(({ method, path }) => `^${method} \\S*${path.replaceAll(/\{\w+\}/g, '[^/]+')} `).join('|');
}
