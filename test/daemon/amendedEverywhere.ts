import { present } from '../../src/base/assert.ts';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { Output } from '../../src/engine/engineState.ts';
import { type StrategyContext, strategy } from '../../src/engine/kit.ts';
import type { Command } from '../../src/model/command.ts';

/** For so many books nothing may be on its way before the next step. */
const QUIET_BOOKS = 6;

/**
 * Places orders of several kinds and changes them, one step after the other. All prices are so many basis points from the first bid, so that
 * each world is asked for the same.
 */
export const changer = strategy({
  about: 'Changes its orders.',
  params: {},
  setup: () => {
    let first: Decimal | undefined;
    let quiet = 0;
    let step = 0;
    const ids: string[] = [];
    const at = (bps: number): Decimal => present(first, 'the first bid').times(1 + bps / 10_000);
    const amount = dec('0.002');
    const steps: readonly ((ctx: StrategyContext) => unknown)[] = [
      (ctx) => ids.push(ctx.place({ kind: 'limit', side: 'Buy', amount, price: at(-300) })!),
      (ctx) => ctx.amend(ids[0]!, { price: at(-250), amount: dec('0.003') }),
      (ctx) => ids.push(ctx.place({ side: 'Buy', amount, price: at(-350) })!),
      (ctx) => ctx.amend(ids[1]!, { price: at(-320) }),
      (ctx) => ids.push(ctx.place({ kind: 'post-only', side: 'Buy', amount, price: at(-200) })!),
      (ctx) => ctx.amend(ids[2]!, { amount: dec('0.001') }),
      (ctx) => ids.forEach((id) => ctx.cancel(id)),
      (ctx) =>
        ids.push(
          ctx.place({
            kind: 'bracket',
            side: 'Buy',
            amount,
            entry: { kind: 'limit', price: at(-300) },
            exits: [
              { kind: 'stop', stop: at(-400), price: at(-450) },
              { kind: 'take-profit', price: at(400) },
            ],
          })!,
        ),
      // It takes the ask there.
      (ctx) => ctx.amend(ids[3]!, { price: at(100) }),
      (ctx) => ctx.amend(ids[3]!, { takeProfit: at(350) }),
      // The bid is below it already.
      (ctx) => ctx.amend(ids[3]!, { stop: at(200) }),
    ];
    return {
      onBook(book, ctx) {
        first ??= book.bestBid;
        const isQuiet = ctx.orders.every(({ state, canceling, replacing }) => state === 'open' && !canceling && replacing === undefined);
        quiet = isQuiet ? quiet + 1 : 0;
        if (first === undefined || quiet < QUIET_BOOKS || step === steps.length) return;
        quiet = 0;
        steps[step++]!(ctx);
      },
    };
  },
});

/** A command of the engine, or a line of a backtest's events. */
interface Told {
  readonly type: string;
  readonly side?: string;
  readonly price?: Decimal | string | undefined;
  readonly amount?: Decimal | string;
}

/** Collects the commands of one world, and the first bid of its books. */
export class Commands {
  readonly #texts: {
    readonly type: string;
    readonly side: string;
    readonly price: Decimal | undefined;
    readonly amount: Decimal | undefined;
  }[] = [];
  #first: Decimal | undefined;

  firstBid(bid: Decimal): void {
    this.#first ??= bid;
  }

  add(command: Told): void {
    const { type, side = '', price, amount } = command;
    this.#texts.push({ type, side, price: decimalOf(price), amount: decimalOf(amount) });
  }

  addAll(outputs: readonly Output[]): void {
    for (const output of outputs) if (isOrderCommand(output)) this.add(output);
  }

  /** As `place Buy 0.002 -300`: the amount without the few lots by which it is recognised, the price in basis points from the first bid. */
  get told(): readonly string[] {
    return this.#texts.map(({ type, side, price, amount }) => {
      if (type === 'cancel') return type;
      const bps = present(price, 'price').div(present(this.#first, 'first bid')).minus(1).times(10_000);
      return `${type} ${side} ${present(amount, 'amount').toDecimalPlaces(3).toFixed()} ${bps.toDecimalPlaces(0).toFixed()}`;
    });
  }
}

function isOrderCommand(output: Output): output is Extract<Command, { type: 'place' | 'replace' | 'cancel' }> {
  return output.type === 'place' || output.type === 'replace' || output.type === 'cancel';
}

function decimalOf(value: Decimal | string | undefined): Decimal | undefined {
  return typeof value === 'string' ? dec(value) : value;
}
