import { p, strategy } from '#kit';

export default strategy({
  about: 'A fixed ladder of buys below and sells above a centre; each fill is answered one step away.',
  params: {
    levels: p.int(3, { min: 1, max: 50, about: 'Orders on each side.' }),
    stepBps: p.decimal('20', { min: '1', max: '2000', unit: 'bps', about: 'Distance between two levels.' }),
    size: p.decimal('0.05', { min: '0', unit: 'base', about: 'Amount of each order.' }),
    recentreSteps: p.int(6, { min: 2, max: 200, about: 'The ladder is laid anew when the mid is this many steps from its centre.' }),
  },
  setup({ levels, stepBps, size, recentreSteps }) {
    const ratio = 1 + stepBps.toNumber() / 10_000;
    let centre: number | undefined;

    return {
      onBook(book, ctx) {
        const midTicks = book.midTicks;
        if (midTicks === undefined) return;
        // The centre survives a restart, so that the ladder stays where its orders rest.
        centre ??= savedCentre(ctx.state.get('centre')) ?? midTicks;
        const steps = Math.log(midTicks / centre) / Math.log(ratio);
        if (Math.abs(steps) >= recentreSteps) centre = midTicks;
        ctx.state.set('centre', String(centre));

        // Rungs at centre * ratio^k: those below the mid are buys, those above it sells; the nearest one on either side stays
        // free, so that a filled rung is answered one step away and never at once at its own price.
        const at = Math.round(Math.log(midTicks / centre) / Math.log(ratio));
        const wanted = [];
        for (let k = 1; k <= levels; k++) {
          const below = book.priceAt(centre * ratio ** (at - k), 'down');
          const above = book.priceAt(centre * ratio ** (at + k), 'up');
          wanted.push({ side: 'Buy', price: below, amount: size } as const, { side: 'Sell', price: above, amount: size } as const);
        }
        ctx.quote(wanted);
      },
      onWarning(warning, ctx) {
        if (warning.kind === 'crossed' || warning.kind === 'jumped' || warning.kind === 'stale') ctx.quote([]);
      },
    };
  },
});

function savedCentre(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}
