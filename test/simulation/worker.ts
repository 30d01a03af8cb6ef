import { p, strategy } from '../../src/engine/kit.ts';
import { noteDone, placeWorked } from './placeWorked.ts';

/** The most worked orders at once. */
const MOST_KEPT = 2;

/** Places worked orders all the time, of both sides and all kinds, and cancels some. */
export const worker = strategy({
  about: 'Worked orders at random.',
  params: { size: p.decimal('0.01', { min: '0', unit: 'base', about: 'Amount of an order.' }) },
  setup: ({ size }) => ({
    onTimer(ctx) {
      const { deskOrders, random } = ctx;
      if (deskOrders.length > 0 && random.int(60) === 0) ctx.cancel(deskOrders[random.int(deskOrders.length)]!.id);
      if (deskOrders.length < MOST_KEPT && random.int(4) === 0) placeWorked(ctx, size, random.int(2) === 0 ? 'Buy' : 'Sell');
    },
    onOrder: noteDone,
  }),
});
