import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { differenceOfFigures, signOfFigure } from './figures.ts';

export type Simulator = NonNullable<ControlReply<'simulator.show'>['simulator']>;
export type Strike = Simulator['faults']['waiting'][number]['strike'];

/** The calls that may be struck, and what may happen to one, in words. */
export const CALLS = [
  ['orders.place', 'new order'],
  ['orders.replace', 'change of an order'],
  ['orders.cancel', 'cancel'],
] as const;
export const STRIKES = [
  ['lost-answer', 'is carried out, and its answer is lost'],
  ['lost-request', 'is lost, and nothing is done'],
  ['server-error', 'is answered by an error, and nothing is done'],
] as const satisfies readonly (readonly [Strike, string])[];

export type Call = (typeof CALLS)[number][0];

/** Why a price can't be moved by that; undefined when nothing is known against it. */
export function percentProblem(text: string): string | undefined {
  const sign = signOfFigure(text);
  if (sign === undefined || text === '') return 'expected a number, like -5 or 2.5';
  if (sign === 0) return 'expected another number than 0';
  if (isBelow(text, '-50') || isBelow('100', text)) return 'expected -50 to 100';
  return undefined;
}

/** Why that is no amount to be paid or lent. `least` is 0 where nothing may be lent. */
export function amountProblem(text: string, mayBeNone: boolean): string | undefined {
  const sign = signOfFigure(text);
  if (sign === undefined || text === '') return 'expected a number, like 250 or 0.5';
  if (sign < 0 || (sign === 0 && !mayBeNone)) return mayBeNone ? 'expected 0 or more' : 'expected a number above 0';
  return undefined;
}

function isBelow(one: string, other: string): boolean {
  return signOfFigure(differenceOfFigures(one, other)) === -1;
}

/** How often calls were struck since the profile is on. */
export function struckText({ calls, counts }: Pick<Simulator['faults'], 'calls' | 'counts'>): string {
  const struck = counts.reduce((sum, { count }) => sum + count, 0);
  return `${struck} of ${calls} calls`;
}

/** What of the account's money may be held. */
export const HOLDS = ['withdrawals', 'deposits'] as const satisfies readonly Simulator['held'][number][];

export function heldText(held: Simulator['held']): string {
  return held.length === 0 ? 'nothing is held' : `${held.join(' and ')} are held`;
}

/** Why notifications can't go there; undefined when nothing is known against it. */
export function hereProblem(text: string): string | undefined {
  const url = URL.parse(text);
  const isHere = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (isHere && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return undefined;
  return 'expected an address on this machine, like http://127.0.0.1:7720/notify';
}

type Sent = Simulator['notifications']['sent'][number];

/** How the receiver answered: a status, or what went wrong, for each attempt. */
export function answersText({ state, attempts }: Pick<Sent, 'state' | 'attempts'>): string {
  const word = { pending: 'not yet', delivered: 'delivered', 'given-up': 'given up' }[state];
  return attempts.length === 0 ? word : `${word}: ${attempts.map(({ outcome }) => outcome).join(', ')}`;
}
