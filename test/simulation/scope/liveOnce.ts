import { orderIdOf } from '../../../src/exchange/bookOrder.ts';
import { BindingCheck } from '../bindingCheck.ts';
import type { FaultName } from '../faults.ts';
import { IntentCheck } from '../intentCheck.ts';
import { MoneyCheck } from '../moneyCheck.ts';
import { assertSameAfterRestart } from '../restartCheck.ts';
import { Violated, type Violation } from '../violations.ts';
import { originOf, trulyOpen } from '../witness.ts';
import { World } from '../world.ts';
import { ChosenFaults, type Path } from './chosenFaults.ts';
import type { Scenario } from './scenarios.ts';
import { Script } from './script.ts';
import { StateText } from './stateText.ts';

export interface OnceOptions {
  readonly scenario: Scenario;
  readonly path: Path;
  /** Hears of each way that this run does not go, and may ask in what state that is. */
  readonly offer: (path: Path, what: string | undefined, state: StateText) => void;
  readonly tell?: ((line: string) => void) | undefined;
}

export interface Once {
  readonly steps: number;
  readonly struck: readonly (readonly [number: number, kind: FaultName])[];
  readonly violation: Violation | undefined;
}

const POLL = { booksMs: 4000, depth: 5, statisticsMs: 3_600_000, ordersMs: 4000, balancesMs: 20_000, pairsMs: 3_600_000 };
/** Nothing is left to be done for so long: two rounds of the lists, and what shows late is there. */
const QUIET_S = 12;
/** A start, two rounds of the lists, and what a start reads once more. */
const RESTART_MS = 15_000;
/** What nobody knows is settled within T and two minutes; a fault may come late in that time, and one more after it. */
const MOST_S = 3 * 270;

/** One way through the tree: a world from its beginning until nothing is left to be done in it. */
export async function liveOnce({ scenario, path, offer, tell }: OnceOptions): Promise<Once> {
  const script = new Script(scenario);
  const fateOf = scenario.fates?.();
  const faults = new ChosenFaults(path, (other, what) => offer(other, what, state));
  const world: World = new World({
    plan: script.plan,
    small: {
      faults,
      poll: POLL,
      meanwhile: (at) => othersAct(world, faults, at),
      fateOf: (operation) => fateOf?.(operation, world.happenings.nowMs),
    },
    tell,
  });
  const state: StateText = new StateText(world, faults, () => script.text);
  const violation = await live(world, script, scenario.before).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Violated) return error.violation;
      return { invariant: 0, atMs: world.happenings.nowMs, what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    },
  );
  world.disk.close();
  return { steps: world.happenings.steps, struck: faults.struck, violation };
}

async function live(world: World, script: Script, before: Scenario['before']): Promise<void> {
  const { venue } = world.model;
  // A day before would be made up each time, for nobody.
  for (const { pair } of venue.exchange.markets) venue.statisticsOf(pair.symbol).begin(() => []);
  before?.act(venue);
  await world.pass(before?.ms ?? 0);
  const [intents, bindings, money] = [
    new IntentCheck(world, world.plan.unknownPerLane),
    new BindingCheck(world),
    new MoneyCheck(world, world.plan),
  ] as const;
  world.begin();
  for (let quietS = 0, s = 0; quietS < QUIET_S; s++) {
    await world.pass(1000);
    for (const check of [intents, bindings, money]) check.look();
    if (s === MOST_S) world.violations.add(12, `${restlessnessOf(world, script)}, long after the last fault`);
    world.violations.assertNone();
    quietS = restlessnessOf(world, script) === undefined ? quietS + 1 : 0;
  }
  bindings.lookAtRest();
  money.lookAtRest();
  lookForExtras(world, script);
  world.heal();
  await world.retire();
  await assertSameAfterRestart(world, RESTART_MS);
  world.violations.assertNone();
}

/**
 * Invariant 4: one deed leads to one order at most. The twin that a network makes of a request is no other decision; the order of a lie must
 * not be left open.
 */
function lookForExtras(world: World, script: Script): void {
  const made = [...world.wire.makers.values()].filter(({ asked }) => asked.kind === 'place').map(({ intentId }) => intentId);
  const open = [...trulyOpen(world)].map((orderId) => originOf(world, orderId));
  for (const { intents } of script.deeds) {
    const left = open.filter((id) => id !== undefined && intents.includes(id));
    if (left.length > 1) world.violations.add(4, `${left.length} orders of one decision are left open: ${left.join(' and ')}`);
    const orders = intents.filter((id) => made.includes(id) && world.wire.sendOf(id)?.fate.isLie !== true);
    if (orders.length > 1) world.violations.add(4, `one decision has led to ${orders.length} orders: ${orders.join(' and ')}`);
  }
}

/** Open orders that are too many of one intent, and that no replacement has led to. Their cancels are tried again and again. */
const UNWANTED = `SELECT order_id AS id FROM venue_order JOIN intent ON intent.id = intent_id
  WHERE closed_at IS NULL AND order_id <> intent.venue_id
    AND order_id NOT IN (SELECT venue_id FROM intent WHERE kind = 'replace' AND venue_id IS NOT NULL)`;

/** What is still to be done or to be found out; undefined when all is quiet. */
function restlessnessOf(world: World, script: Script): string | undefined {
  const { disk, wire, trader, model, external } = world;
  if (!script.isOver) return 'the strategy could not do what it wanted';
  if (trader?.isStarted !== true || trader.inFlight > 0) return 'the process is not at rest';
  const isOnTheWay = wire.sends.some(({ fate, arrivals }) => {
    return fate.isNotSent !== true && fate.outMs !== Infinity && arrivals.length < (fate.againMs === undefined ? 1 : 2);
  });
  if (isOnTheWay) return 'a request is on its way';
  const [unresolved] = disk.read<{ id: string; kind: string; state: string }>(
    "SELECT id, kind, state FROM intent WHERE state IN ('sending', 'unknown') AND kind <> 'cancel'",
  );
  if (unresolved !== undefined) return `the ${unresolved.kind} ${unresolved.id} is ${unresolved.state}`;
  const open = [...trulyOpen(world)].filter((id) => !external.has(id)).toSorted();
  const ours = disk
    .read<{ id: string }>('SELECT order_id AS id FROM venue_order WHERE closed_at IS NULL ORDER BY order_id')
    .map(({ id }) => id);
  if (open.join() !== ours.join()) return `the journal has ${ours.join()} as open, and the venue ${open.join()}`;
  const [unwanted] = disk.read<{ id: string }>(UNWANTED);
  if (unwanted !== undefined) return `the order ${unwanted.id}, which nobody asked for, is still open`;
  const [fills] = disk.read<{ n: number }>('SELECT count(*) AS n FROM fill');
  return fills?.n === model.venue.history.executions.length ? undefined : 'executions are not booked yet';
}

/** The market is alive, though no price moves; and before the venue looks at a request, somebody may take one of our orders, whole or by half. */
function othersAct({ model: { venue }, crowd, story }: World, faults: ChosenFaults, path: string): void {
  for (const market of venue.exchange.markets) market.touched(venue.now());
  const [order] = venue.exchange.openOrders(venue.user);
  if (order === undefined || !/order|trade/.test(path) || path.includes('orderbook')) return;
  const way = faults.choose(3, (one) => `taken ${one} before ${path.replace(orderIdOf(order), 'it')}`);
  if (way > 0) story.add('crowd', crowd.takeOf(order, way === 1 ? 0.5 : 1) ?? 'takes nothing');
}
