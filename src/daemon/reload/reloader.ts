import { existsSync } from 'node:fs';
import { type Clock, sleep } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import { keptCounts } from '../../engine/deskOrders/savedDeskOrders.ts';
import { engineSettingsOf } from '../../loading/engineSettings.ts';
import { readStrategyCode, type StrategyCode } from '../../loading/strategyCode.ts';
import type { ConfiguredStrategy } from '../../loading/strategyParams.ts';
import type { FillLog, Journal, StateStore } from '../../model/journal.ts';
import { symbolsOf } from '../../model/tradedMarkets.ts';
import type { WarmUp } from '../../model/warmUp.ts';
import { warmingUp } from '../../recording/warmingUp.ts';
import { recordedEngine } from '../../session/recordedEngine.ts';
import type { SessionWriter } from '../../session/sessionWriter.ts';
import type { Settings, World } from '../../settings/loadSettings.ts';
import type { Environment } from '../../settings/secrets.ts';
import { showSettings } from '../../settings/showSettings.ts';
import { marketOptions } from '../marketOptions.ts';
import { STRATEGY_STATE } from '../restore.ts';
import type { Trader } from '../trader.ts';
import { unlistedParams } from '../unlistedParams.ts';
import { withAfterwards } from './afterwards.ts';
import { type ConfigPlan, isNothing, type OrderRow, planBetween, type StrategyRow } from './configPlan.ts';
import { type DescribedConfig, describedConfig, shownStrategies } from './describedConfig.ts';
import { readConfig } from './readConfig.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';
import { returnProblems } from './returnProblems.ts';
import type { Revisions } from './revisions.ts';
import { strategyHistory } from './strategyHistory.ts';

export interface ReloaderOptions {
  /** Those that the daemon was started with. */
  readonly settings: Settings;
  readonly strategies: readonly ConfiguredStrategy[];
  readonly env?: Environment | undefined;
  readonly world: World;
  /** What the engine was built from. Its seed stays. */
  readonly engine: EngineSettings;
  readonly data?: string | undefined;
  readonly clock: Clock;
  readonly trader: Trader;
  readonly memory: { readonly journal: Journal; readonly fillLog: FillLog; readonly state: StateStore };
  readonly revisions: Revisions;
  readonly session: SessionWriter | undefined;
  readonly isStopping: () => boolean;
  /** Is told of what is in force from now on, what has changed, and whether strategies or limits are other ones. */
  readonly onReloaded: (settings: Settings, plan: ConfigPlan, isOfTrading: boolean) => void;
  readonly onTrouble: (message: string) => void;
}

/** The configuration that is in force. */
interface InForce extends DescribedConfig {
  readonly settings: Settings;
  readonly loaded: readonly ConfiguredStrategy[];
  readonly at: Instant;
}

/** A configuration that was read and checked. */
interface Prepared {
  readonly next: InForce;
  readonly engine: EngineSettings;
  readonly plan: ConfigPlan;
  readonly rehearsal: Rehearsal;
  readonly added: ReadonlySet<string>;
}

/** Pieces of a warm-up that are read before others have a turn. */
const PIECES_A_TURN = 20;

/** Compares configurations with the one in force, and puts another one into force: all of it, or nothing. */
export class Reloader {
  readonly #options: ReloaderOptions;
  #inForce: InForce;
  /** How each name was configured that has traded in this life, by the last configuration that it was in. */
  #seated: ReadonlyMap<string, unknown>;
  readonly #inTurn = oneAtATime();

  constructor(options: ReloaderOptions) {
    this.#options = options;
    const { settings, strategies, clock } = options;
    this.#inForce = { ...describedConfig(settings, strategies), settings, loaded: strategies, at: clock.now() };
    this.#seated = shownStrategies(this.#inForce);
  }

  get settings(): Settings {
    return this.#inForce.settings;
  }

  get strategies(): readonly ConfiguredStrategy[] {
    return this.#inForce.loaded;
  }

  get inForce(): { readonly hash: string; readonly loadedAt: string } {
    return { hash: this.#inForce.hash, loadedAt: isoOf(this.#inForce.at) };
  }

  /** What a reload of the file would change; of the daemon's own file, where none is named. Rejects with every problem of the file. */
  plan(file: string | undefined): Promise<ConfigPlan> {
    return this.#inTurn(async () => (await this.#prepared(file)).plan);
  }

  /**
   * Rejects with a `Fault` when nothing of the file can be applied; then everything is as before. The file is the daemon's own from then on.
   * `gone` says that nobody waits for the answer any more: who was told nothing gets nothing applied.
   */
  reload(file: string | undefined, gone?: AbortSignal): Promise<ConfigPlan> {
    return this.#inTurn(async () => {
      assertWanted(gone);
      const prepared = await this.#prepared(file);
      const { plan } = prepared;
      if (plan.problems.length > 0) throw notApplied(plan.problems);
      if (!isNothing(plan)) return this.#apply(prepared, gone);
      assertWanted(gone);
      this.#take(prepared);
      return plan;
    });
  }

  async #prepared(named: string | undefined): Promise<Prepared> {
    const { env = {}, world, trader, clock } = this.#options;
    const { seed } = this.#options.engine;
    const before = this.#inForce;
    this.#assertRunning();
    const file = named ?? before.settings.file;
    if (file === undefined)
      throw new Fault('usage', 'the daemon was started without a file', { suggestion: 'name one: `sluice reload FILE`' });
    const { settings, loaded } = await readConfig(file, env, clock);
    const next: InForce = { ...describedConfig(settings, loaded), settings, loaded, at: clock.now() };
    const between = planBetween(before, next, world);
    const parts = { ...between, strategies: withAfterwards(between.strategies, trader.snapshot().strategies) };
    const engine: EngineSettings = { ...engineSettingsOf(settings, loaded), seed };
    const known = new Set(trader.snapshot().strategies.map(({ name }) => name));
    const added = new Set(loaded.map(({ name }) => name).filter((name) => !known.has(name)));
    const fresh = loaded.filter(({ name }) => parts.strategies.some(({ strategy, change }) => strategy === name && change !== 'removed'));
    const books = [...new Set(fresh.flatMap(symbolsOf))].flatMap((symbol) => trader.bookOf(symbol) ?? []);
    const rehearsal = rehearse({ ...engine, strategies: fresh }, trader.pairs, books, clock.now());
    const problems = [
      ...parts.problems,
      ...returnProblems(this.#seated, shownStrategies(next), parts.strategies),
      ...(await this.#newProblems(fresh, added)),
      ...rehearsal.problems,
    ];
    const orders = this.#orderRows(parts.strategies, settings.risk.onStop);
    const plan = { file, hash: next.hash, before: { hash: before.hash, since: isoOf(before.at) }, ...parts, problems, orders };
    return { next, engine, plan, rehearsal, added };
  }

  #assertRunning(): void {
    const { isStopping, trader } = this.#options;
    if (isStopping()) throw new Fault('canceled', 'the daemon is shutting down');
    if (trader.isStarted) return;
    throw new Fault('venue-failure', 'the daemon is still starting', {
      retryable: true,
      suggestion: 'repeat when `sluice status` says running',
    });
  }

  /** Why strategies that are new here, or their markets, need a start. */
  async #newProblems(fresh: readonly ConfiguredStrategy[], added: ReadonlySet<string>): Promise<readonly string[]> {
    const { trader, memory, world } = this.#options;
    const symbols = new Set(trader.pairs.map(({ symbol }) => symbol));
    const polled = new Set(marketOptions(this.settings, world, undefined).symbols);
    const kept = added.size === 0 ? [] : keptCounts(await memory.state.load(STRATEGY_STATE));
    const live = trader.snapshot().orders;
    return fresh.flatMap((one) => {
      const { name } = one;
      const at = `strategies.${name}`;
      const traded = symbolsOf(one);
      const unlisted = [
        ...traded.filter((symbol) => !symbols.has(symbol)).map((symbol) => `${at}: the venue does not list ${symbol}`),
        ...unlistedParams([one], trader.pairs),
      ];
      if (!added.has(name)) return unlisted;
      const unseen = world === 'PAPER' ? traded.filter((symbol) => !polled.has(symbol)) : [];
      const isAlive = live.some(({ strategy }) => strategy === name) || kept.some(({ strategy }) => strategy === name);
      return [
        ...unlisted,
        ...unseen.map((symbol) => `${at} needs a restart: the paper account has no market ${symbol}`),
        ...(isAlive
          ? [
              `${at} needs a restart: orders of an earlier life are still open under this name; or end them first with \`sluice orders cancel ID\``,
            ]
          : []),
        ...(one.opening === undefined
          ? []
          : [`${at}.opening needs a restart: what a position begins with is compared with the wallet at the start`]),
      ];
    });
  }

  #orderRows(changes: readonly StrategyRow[], onStop: 'cancel' | 'keep'): readonly OrderRow[] {
    const becomes = {
      removed: onStop === 'cancel' ? 'canceled' : 'kept',
      replaced: 'kept where the new version wants the same',
      added: '',
    };
    return this.#options.trader.snapshot().orders.flatMap(({ orderId, intentId, strategy, symbol, side, amount, price }) => {
      const change = changes.find((one) => one.strategy === strategy)?.change;
      if (change === undefined) return [];
      const shown = { symbol, side, amount: amount.toFixed(), price: price?.toFixed() };
      return [{ orderId: orderId ?? intentId, strategy, ...shown, becomes: becomes[change] }];
    });
  }

  /** Everything that takes time comes first. From the event on, nothing waits. */
  async #apply({ next, engine, plan, rehearsal, added }: Prepared, gone: AbortSignal | undefined): Promise<ConfigPlan> {
    const { trader, clock, memory, revisions, session, world, data } = this.#options;
    const { settings } = next;
    const history = await strategyHistory(memory, added);
    const { symbols, poll, past } = marketOptions(settings, world, data);
    const warmUp: WarmUp[] = [];
    const pieces = warmingUp(rehearsal.needs, trader.pairs, clock.now(), past);
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done === true) {
        for (const trouble of piece.value) this.#options.onTrouble(trouble);
        break;
      }
      warmUp.push(piece.value);
      if (warmUp.length % PIECES_A_TURN === 0) await sleep(clock, 0);
    }
    this.#assertRunning();
    assertWanted(gone);
    // What a strategy holds that is removed is watched on.
    const held = trader.snapshot().strategies.map(({ symbol }) => symbol);
    const revision = revisions.add(engine);
    const record = {
      revision,
      at: clock.now(),
      engine: recordedEngine({ settings, engine, strategies: next.loaded }),
      settings: showSettings(settings),
      before: this.#superseded(),
    };
    session?.reloading(record);
    const problem = trader.reload(
      { engine, symbols: [...new Set([...symbols, ...held])], poll },
      { type: 'reload', revision, config: plan.hash, onStop: settings.risk.onStop, history },
      warmUp,
    );
    if (problem !== undefined) {
      session?.reloading({ ...record, refused: problem });
      throw notApplied([problem]);
    }
    this.#take({ next, plan });
    return plan;
  }

  /** Code that was in force until now, and whose files say something else. */
  #superseded(): readonly StrategyCode[] {
    const codes = this.#inForce.loaded.map(({ code }) => code);
    return codes.filter(({ file, hash }) => !existsSync(file) || readStrategyCode(file).hash !== hash);
  }

  #take({ next, plan }: Pick<Prepared, 'next' | 'plan'>): void {
    this.#inForce = { ...next, at: this.#options.clock.now() };
    this.#seated = new Map([...this.#seated, ...shownStrategies(next)]);
    const isOfTrading = plan.strategies.length > 0 || plan.settings.some(({ setting }) => /^(strategies|risk)\./.test(setting));
    this.#options.onReloaded(next.settings, plan, isOfTrading);
  }
}

/** Who has gone was told that nothing was done, or nothing at all, and may have asked for something else since. */
function assertWanted(gone: AbortSignal | undefined): void {
  if (gone?.aborted !== true) return;
  throw new Fault('canceled', 'nothing was applied: who asked for the reload waits for it no longer');
}

function notApplied(problems: readonly string[]): Fault {
  return new Fault('configuration', `nothing was applied, and the daemon goes on as before:\n  ${problems.join('\n  ')}`, {
    suggestion: '`sluice config plan` shows all that would change; take back what needs a restart, or restart the daemon',
  });
}
