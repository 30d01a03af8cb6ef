import { p, strategy } from 'sluice';

/**
 * Ladder with brackets. A few bids stand below the mid. What one of them buys has a take-profit above and a stop below; when all
 * rungs are done or have expired, the ladder is laid anew around the mid.
 */
export default strategy({
  about: 'Bids on a ladder below the mid, each with a take-profit and a stop.',
  params: {
    rungs: p.int(4, { min: 1, max: 20, about: 'How many bids.' }),
    stepBps: p.int(20, { min: 1, unit: 'bps', about: 'Distance between two of them.' }),
    amount: p.decimal('0.002', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of each.' }),
    gainBps: p.int(40, { min: 1, unit: 'bps', about: 'Where a rung takes its profit.' }),
    lossBps: p.int(100, { min: 1, unit: 'bps', about: 'Where a rung gives up.' }),
    waits: p.duration('10m', { min: '1s', about: 'How long a bid may wait.' }),
  },
  setup({ rungs, stepBps, amount, gainBps, lossBps, waits }) {
    return {
      onBook({ mid }, ctx) {
        if (!ctx.isFresh || mid === undefined || ctx.deskOrders.length > 0) return;
        for (let rung = 1; rung <= rungs; rung++) {
          ctx.place({
            kind: 'bracket',
            side: 'Buy',
            amount,
            entry: { kind: 'post-only', price: mid.times(1 - (rung * stepBps) / 10_000) },
            exits: [
              { kind: 'take-profit', gainBps },
              { kind: 'stop', lossBps },
            ],
            until: ctx.now + waits,
            tag: `rung-${rung}`,
          });
        }
      },
    };
  },
});
