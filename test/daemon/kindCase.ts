import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { NewOrder } from '../../src/engine/deskOrders/newOrder.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import { present } from '../../src/base/assert.ts';
import { type StrategyContext, strategy } from '../../src/engine/kit.ts';
import type { DeskOrder } from '../../src/model/deskOrder.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';

/** A price, in basis points from the first bid. */
export type PriceAt = (bps: number) => Decimal;

/** One stretch of a market that otherwise stands still. */
export interface Phase {
  /** Where the mid stands, in basis points from the first. */
  readonly bps: number;
  readonly lastsMs?: number;
  /** The orders that are placed in it, each under a key of its own. */
  readonly places?: (at: PriceAt, ctx: StrategyContext) => readonly NewOrder[];
}

/** What a kind of order does in a market that is made for one edge. */
export interface KindCase {
  readonly kind: string;
  readonly edge: string;
  readonly phases: readonly Phase[];
  readonly limits?: Partial<RiskLimits>;
  readonly ordersMs?: number;
  /** The commands: type, side, amount and basis points from the first bid. */
  readonly wanted?: readonly string[];
  /** Where amounts differ from world to world: the commands without them, those that follow each other alike as one. */
  readonly shape?: readonly string[];
  /** Another shape that a fill model may make of it. */
  readonly modelled?: readonly string[];
  readonly because?: string;
  /** Where a machine's clock that is set ahead makes a difference. */
  readonly ahead?: { readonly wanted: readonly string[]; readonly because: string };
  /** Where a kill makes a difference, by kind and state: `stop working`. */
  readonly killed?: Readonly<Record<string, Killed>>;
}

/** What the commands of the second life have besides. */
interface Killed {
  readonly also: readonly string[];
  readonly because: string;
}

/** So long a phase lasts. */
export const PHASE_MS = 12_000;
/** In its third book the orders of a phase are placed: by then nothing of the one before is on its way. */
const PLACED_WITH_BOOK = 3;
/** The bid is in a phase when it is that near to it: fills of our own move it a little. */
const NEAR_BPS = 12;

/** The strategy of a case. What it must not do twice it remembers by keys, so that a life that is cut short may be followed by another. */
export function strategyOf({ phases }: KindCase, look?: (orders: readonly DeskOrder[]) => void): StrategySettings {
  const definition = strategy({
    about: 'Places what its case says.',
    params: {},
    setup: () => {
      let books = 0;
      return {
        onOrder: (order) => look?.([order]),
        onBook(book, ctx) {
          look?.(ctx.deskOrders);
          const { bestBid } = book;
          if (bestBid === undefined) return;
          if (ctx.state.get('first') === undefined) ctx.state.set('first', bestBid.toFixed());
          const first = dec(present(ctx.state.get('first'), 'the first bid'));
          const bps = bestBid.div(first).minus(1).times(10_000).toNumber();
          let phase = Number(ctx.state.get('phase') ?? 0);
          const following = phases[phase + 1];
          if (following !== undefined && Math.abs(bps - following.bps) < NEAR_BPS) {
            ctx.state.set('phase', String(++phase));
            books = 0;
          }
          if (++books !== PLACED_WITH_BOOK) return;
          const at: PriceAt = (away) => first.times(1 + away / 10_000);
          for (const [i, order] of (phases[phase]!.places?.(at, ctx) ?? []).entries()) ctx.place({ ...order, once: `${phase} ${i}` });
        },
      };
    },
  });
  return { name: 's', symbol: 'BTC/EUR', definition, params: {} };
}

export const amount = dec('0.002');
/** More than the nearest three orders of the simulator's makers hold together. */
export const large = dec('0.06');
export const buy = { side: 'Buy', amount } as const;
/** Takes the best offer, so that there is a position. */
export const hold = (at: PriceAt): NewOrder => ({ ...buy, kind: 'ioc', price: at(20) });
export const HELD = ['place Buy 0.002 20', 'cancel'];
export const position = { amount: 'position' } as const;

/** A position, and then an order for it a little higher. */
export function holding(places: Phase['places'], ...then: readonly Phase[]): readonly Phase[] {
  return [{ bps: 0, places: (at) => [hold(at)] }, { bps: 40, places: places! }, ...then];
}

/** An order far away, and while that is on its way another. */
export function behind(places: (at: PriceAt) => NewOrder, ...then: readonly Phase[]): readonly Phase[] {
  return [{ bps: 0, places: (at) => [{ ...buy, kind: 'limit', price: at(-450) }, places(at)] }, ...then];
}

/** No read of the own lists comes between the fill of the take-profit and the gap. */
export const UNSEEN_MS = 30_000;
export const FAR = 'place Buy 0.002 -450';
export const AGAIN: Killed = {
  also: ['cancel'],
  because: 'the next life cancels what should have taken at once a second ago, before it has read that it was filled',
};
export const PIECES =
  'how much of an order that rests is executed at once is what a fill model guesses, so the pieces differ; what is bought and sold in the end does not';

export function bracket(at: PriceAt): NewOrder {
  return {
    kind: 'bracket',
    side: 'Buy',
    amount,
    entry: { kind: 'limit', price: at(-100) },
    exits: [
      { kind: 'stop', stop: at(-300) },
      { kind: 'take-profit', price: at(60) },
    ],
  };
}

export function oneOf(at: PriceAt, gain = 60): NewOrder {
  return {
    kind: 'one-of',
    amount: 'position',
    orders: [
      { kind: 'stop', stop: at(-300) },
      { kind: 'take-profit', price: at(gain) },
    ],
  };
}
