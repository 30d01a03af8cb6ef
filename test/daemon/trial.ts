import { simulatedWorld, configured } from './simulatedWorld.ts';
import maker from '../../strategies/maker.ts';
import grid from '../../strategies/grid.ts';
import dca from '../../strategies/dca.ts';
const t0 = performance.now();
const world = await simulatedWorld({
  seed: 1,
  strategies: [
    configured('m', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '10', maxBase: '0.2' }),
    configured('g', 'ETH/EUR', grid, { levels: '3', stepBps: '8', size: '0.1' }),
    configured('d', 'SOL/EUR', dca, { amount: '25', at: 'every 20s' }),
  ],
});
const counts: Record<string, number> = {};
world.trader.events$.subscribe((e) => {
  const k = e.type === 'report' ? 'report:' + e.report.type : e.type === 'market-warning' ? 'warn:' + e.kind + e.detail : e.type;
  counts[k] = (counts[k] ?? 0) + 1;
  if (e.type === 'report' && /unknown|refused|not-sent|failed|frozen|external/.test(e.report.type))
    console.log(e.at, JSON.stringify(e.report));
});
world.trader.commands$.subscribe((c) => {
  counts['cmd:' + c.type] = (counts['cmd:' + c.type] ?? 0) + 1;
});
world.trader.notices$.subscribe((n) => {
  if (n.type !== 'plot') console.log(JSON.stringify(n));
});
await world.start();
for (let i = 0; i < 5; i++) {
  await world.pass(60_000);
}
await world.stop('cancel');
console.log(counts, world.trouble, world.fatal);
console.log((performance.now() - t0).toFixed(0), 'ms');
const truth = world.simulator.truth();
console.log(Object.keys(truth));
const fills = await world.store.fillLog.fills({});
console.log('fills', fills.length);
console.log(
  JSON.stringify(
    world.trader
      .snapshot()
      .strategies.map((s) => ({ n: s.name, s: s.state, r: s.reason, pos: s.position.amount.toFixed(), fills: s.position.fills })),
  ),
);
await world.end();
