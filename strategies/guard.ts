import { type Decimal, type ExitOrder, p, strategy } from '#kit';

export default strategy({
  about: 'Protects the position that it has by a stop, a trailing stop and a take-profit; the first to fire closes it.',
  params: {
    stopBps: p.decimal('500', { min: '0', max: '9999', unit: 'bps', about: 'A stop so far from the average price paid; 0 for none.' }),
    trailBps: p.decimal('0', { min: '0', max: '9999', unit: 'bps', about: 'A stop that follows the best price so far away; 0 for none.' }),
    trailFrom: p.maybe(
      p.decimal('1', { min: '0', unit: 'quote', about: 'The price at which the trailing stop begins to follow; at once when left out.' }),
    ),
    gainBps: p.decimal('1000', {
      min: '0',
      max: '9999',
      unit: 'bps',
      about: 'It takes its profit so far from the price paid; 0 for nowhere.',
    }),
  },
  setup({ stopBps, trailBps, trailFrom, gainBps }) {
    const orders: ExitOrder[] = [];
    if (isSet(stopBps)) orders.push({ kind: 'stop', lossBps: stopBps.toNumber() });
    if (isSet(trailBps)) {
      orders.push({ kind: 'trailing-stop', trailBps: trailBps.toNumber(), ...(trailFrom === undefined ? {} : { from: trailFrom }) });
    }
    if (isSet(gainBps)) orders.push({ kind: 'take-profit', gainBps: gainBps.toNumber() });
    if (orders.length === 0) throw new Error('one of stopBps, trailBps and gainBps must be above 0: a guard without any guards nothing');

    return {
      onBook(_book, ctx) {
        // The desk keeps them over a restart, and sizes them by the position, whatever that is by then.
        const isHeld = ctx.position.amount.abs().gte(ctx.pair.minVolume);
        if (ctx.isFresh && isHeld && ctx.deskOrders.length === 0) ctx.place({ kind: 'one-of', amount: 'position', orders, tag: 'guard' });
      },
      onOrder({ symbol, state, closed, end }, ctx) {
        if (state === 'done') ctx.alert(`the guard of ${symbol} is done: it has closed ${closed} (${end})`);
      },
    };
  },
});

function isSet(bps: Decimal): boolean {
  return bps.gt(0);
}
