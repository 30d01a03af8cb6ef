import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { p, strategy, type StrategyContext } from '../../src/engine/kit.ts';
import type { Command } from '../../src/model/command.ts';
import type { Report } from '../../src/model/event.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { configured, type SimulatedWorld, simulatedWorld } from '../daemon/simulatedWorld.ts';

/** Wants one bid, or several a tenth of a percent apart, at a fixed share of the first mid that it sees, whatever happens then. */
const bidder = strategy({
  about: 'Resting bids.',
  params: {
    share: p.decimal('0.97', { min: '0.5', max: '1.04', unit: 'share', about: 'Price as a share of the first mid.' }),
    amount: p.decimal('0.05', { min: '0', unit: 'base', about: 'Amount of each.' }),
    bids: p.int(1, { min: 1, about: 'How many.' }),
  },
  setup({ share, amount, bids }) {
    let price: number | undefined;
    const rungs = Array.from({ length: bids }, (_, i) => 1 - i / 1000);
    // What is bought is enough: only the rest is wanted.
    const want = (ctx: StrategyContext): void => {
      const rest = amount.minus(ctx.position.amount);
      const wanted = price !== undefined && rest.gt(amount.times('0.5')) ? rungs : [];
      ctx.quote(wanted.map((rung) => ({ side: 'Buy', price: price! * rung, amount: rest })));
    };
    return {
      onBook(book, ctx) {
        if (price === undefined && book.midTicks !== undefined) price = book.priceAt(book.midTicks * share.toNumber(), 'down').toNumber();
        want(ctx);
      },
      onFill: (_fill, ctx) => want(ctx),
    };
  },
});

/** The whole daemon in front of a venue whose answers a test spoils. */
export interface Scene {
  readonly world: SimulatedWorld;
  /** Asked for each call that reaches the venue. */
  fault: ((call: FaultedCall) => CallFault | undefined) | undefined;
  readonly reports: Report[];
  readonly commands: Command[];
  reportsOf<Type extends Report['type']>(type: Type): Extract<Report, { type: Type }>[];
  crash(): Promise<void>;
  end(): Promise<void>;
}

export interface SceneOptions {
  /** The price as a share of the first mid: below 1 it rests, above it is executed at once. */
  readonly share?: string;
  readonly amount?: string;
  readonly bids?: string;
  readonly market?: boolean;
  readonly replaces?: boolean;
  readonly behaviour?: VenueBehaviour;
  readonly seed?: number;
}

export async function openScene({ share = '0.97', amount = '0.05', bids = '1', behaviour, ...rest }: SceneOptions = {}): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-regression-'));
  const world = await simulatedWorld({
    seed: 3,
    strategies: [configured('bidder', 'BTC/EUR', bidder, { share, amount, bids })],
    database: join(folder, 'state.db'),
    behaviour: { ...behaviour, fault: (call) => scene.fault?.(call) },
    ...rest,
  });
  const listen = (): void => {
    world.trader.events$.subscribe((event) => void (event.type === 'report' && scene.reports.push(event.report)));
    world.trader.commands$.subscribe((command) => scene.commands.push(command));
  };
  const scene: Scene = {
    world,
    fault: undefined,
    reports: [],
    commands: [],
    reportsOf: (type) => scene.reports.filter((one): one is Extract<Report, { type: typeof type }> => one.type === type),
    crash: async () => {
      await world.crash();
      listen();
    },
    end: async () => {
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  listen();
  return scene;
}

/** What must hold at the end of every story, by the venue's hidden truth. */
export async function expectNothingDoubledOrLost({ world }: Pick<Scene, 'world'>): Promise<void> {
  const truth = world.simulator.truth();
  expect(truth.failures).toEqual([]);
  expect(world.fatal).toEqual([]);
  const { journal, fillLog } = world.store;
  const intents = await journal.list(10_000);
  for (const operation of ['orders.place', 'orders.replace', 'conversions.execute']) {
    const sent = truth.requests.filter((request) => request.operation === operation).map((request) => request.body);
    const kind = operation === 'orders.place' ? 'place' : operation === 'orders.replace' ? 'replace' : 'convert';
    const journalled = intents.filter((intent) => intent.kind === kind).map((intent) => intent.body);
    for (const body of sent) {
      const times = sent.filter((other) => other === body).length;
      expect(times, `an intent puts at most one request on the wire: ${body}`).toBeLessThanOrEqual(
        journalled.filter((other) => other === body).length,
      );
    }
  }
  const logged = await fillLog.fills({});
  const fills = logged.map(({ fill }) =>
    [fill.orderId, fill.tradedAt, fill.price.toFixed(), fill.amount.toFixed(), fill.fee.toFixed()].join(' '),
  );
  const trades = truth.trades.map((trade) =>
    [trade.orderId, trade.tradedAt, trade.price.toFixed(), trade.amount.toFixed(), trade.fee.toFixed()].join(' '),
  );
  expect(fills.sort(), "the fill log equals the venue's trades").toEqual(trades.sort());
  // An order whose replacement is unresolved is not closed, even when it is gone.
  const unresolved = new Set((await journal.unresolved()).filter((intent) => intent.kind === 'replace').map((intent) => intent.targetId));
  const open = truth.orders.map((order) => order.id);
  const bound = (await journal.openOrders()).map((order) => order.orderId).filter((id) => open.includes(id) || !unresolved.has(id));
  expect(bound.sort(), "the orders that are open are the journal's").toEqual(open.sort());
  expect(
    logged.every(({ fill }) => fill.strategy !== undefined),
    'every fill has an owner',
  ).toBe(true);
}

/** How often an operation was asked for at the venue. */
export function requestsOf(scene: Scene, operation: string): number {
  return scene.world.simulator.truth().requests.filter((request) => request.operation === operation).length;
}

/** Spoils the first call of an operation. */
export function once(operation: string, fault: CallFault): (call: FaultedCall) => CallFault | undefined {
  let isDone = false;
  return (call) => {
    if (isDone || call.operation !== operation) return undefined;
    isDone = true;
    return fault;
  };
}
