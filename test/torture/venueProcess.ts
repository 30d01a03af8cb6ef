import { systemClock } from '../../src/base/systemClock.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';

/** The hidden truth of the venue, as it goes from process to process. */
export interface ToldTruth {
  /** Order, time, price, amount and fee of each execution. */
  readonly trades: readonly string[];
  readonly openOrders: readonly string[];
  /** The body of each request that moves money, by operation. */
  readonly sent: Readonly<Record<string, readonly string[]>>;
  readonly failures: readonly string[];
}

/** A venue in a process of its own. It says where it is, and then its truth as often as it is asked. */
const [, , seed, symbols] = process.argv;
const simulator = createSimulator({
  clock: systemClock,
  seed: Number(seed),
  market: { symbols: symbols === undefined ? undefined : Number(symbols) },
});
const server = await serveSimulator(simulator, { port: 0 });
simulator.start();
process.send!({ url: server.url, ...simulator.exchange });
process.on('message', () => process.send!(toldTruth()));
process.once('disconnect', () => process.exit());

function toldTruth(): ToldTruth {
  const { trades, orders, requests, failures } = simulator.truth();
  const sentBy = (operation: string): string[] => requests.filter((request) => request.operation === operation).map(({ body }) => body);
  return {
    trades: trades.map(({ orderId, tradedAt, price, amount, fee }) =>
      [orderId, tradedAt, price.toFixed(), amount.toFixed(), fee.toFixed()].join(' '),
    ),
    openOrders: orders.map(({ id }) => id),
    sent: { place: sentBy('orders.place'), replace: sentBy('orders.replace') },
    failures,
  };
}
