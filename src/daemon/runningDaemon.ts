import { existsSync } from 'node:fs';
import { Fault, messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { seededRandom, type Random } from '../base/random.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { ulid } from '../base/ulid.ts';
import type { EventLine } from '../model/eventLine.ts';
import { accountRefusals } from './accountRefusals.ts';
import { keepArrivals } from './arrivals.ts';
import { CONFIGURATION } from './incidents.ts';
import type { Daemon } from './daemon.ts';
import { DaemonReads } from './daemonReads.ts';
import type { RunningOptions } from './daemonOptions.ts';
import { type DaemonInterfaces, daemonInterfaces } from './daemonInterfaces.ts';
import type { Store } from '../store/store.ts';
import { type Ending, endingOf, NOTHING_OPEN } from './ending.ts';
import { endDaemon } from './endDaemon.ts';
import { engineSettingsOf } from '../loading/engineSettings.ts';
import { logTrader } from './eventLog.ts';
import { DaemonHistory } from './history/daemonHistory.ts';
import { EventHistory } from './history/eventHistory.ts';
import { Chronicler } from './history/chronicler.ts';
import { handOnStop } from './handOnStop.ts';
import { watchKillFile } from './killFile.ts';
import { nightWork } from './nightWork.ts';
import { openNow } from './openAtEnd.ts';
import { Operations } from './operations.ts';
import { PaperAccount } from './paper/paperAccount.ts';
import { paperSettings } from './paper/paperSettings.ts';
import { marketOptions } from './marketOptions.ts';
import { type DaemonRecording, daemonRecording } from './recorder/daemonRecording.ts';
import { Reloader } from './reload/reloader.ts';
import { reloadedLine } from './reload/reloadedLine.ts';
import { Revisions } from './reload/revisions.ts';
import { recordingFolder } from './recorder/recordingFolder.ts';
import { Shadows } from './shadow/shadows.ts';
import { beginSession } from '../session/beginSession.ts';
import type { SessionWriter } from '../session/sessionWriter.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';
import type { StatePaths } from './statePaths.ts';
import { statusOf, type StatusReport } from './status.ts';
import type { ConfiguredStrategy } from '../loading/strategyParams.ts';
import { daemonStories } from './story/daemonStories.ts';
import { haltedAtStart, tellSavedStops } from './savedTrading.ts';
import { Tally } from './tally.ts';
import { TroubleNotes } from './troubleNotes.ts';
import { Trader } from './trader.ts';
import type { AccountHooks } from './tradingAccount.ts';
import { venueHabits, type VenueAccess } from './venueAccess.ts';
import { venueFacts } from './venueFacts.ts';

/** What is under way is given up after this. */
const STOP_WITHIN_MS = 5000;

/** A daemon whose store and venue are open: it owns them, and what it is made of, until it has ended. */
export class RunningDaemon implements Daemon {
  readonly world: Daemon['world'];
  readonly venue: Daemon['venue'];
  readonly simulator: Daemon['simulator'];
  readonly trader: Trader;
  readonly tally: Tally;
  readonly operations: Operations;
  readonly history: DaemonHistory;
  readonly records: Store;
  readonly refusals: Daemon['refusals'];
  readonly stories: ReturnType<typeof daemonStories>;
  readonly interfaces: DaemonInterfaces;
  readonly #over = Promise.withResolvers<void>();
  readonly ended = this.#over.promise;
  ending: Ending | undefined;
  begunHalted: string | undefined;
  readonly #options: RunningOptions;
  readonly #access: VenueAccess;
  readonly #paths: StatePaths;
  readonly state: string;
  readonly #log: EventHistory;
  readonly #chronicler: Chronicler;
  readonly #startedAt: Instant;
  /** A time of the monotonic clock: the other one may be set. */
  readonly #startedMs: number;
  readonly #random: Random;
  readonly #session: SessionWriter | undefined;
  readonly #recording: DaemonRecording | undefined;
  readonly #starting = new AbortController();
  #control: { close(): Promise<void> } | undefined;
  #paper: PaperAccount | undefined;
  readonly #shadows: Shadows;
  readonly #reads: DaemonReads;
  readonly read: Daemon['read'] = (operation, params) => this.#reads.read(operation, params);
  readonly call: Daemon['call'] = (request, gone) => this.#reads.call(request, gone);
  readonly note = (message: string): void => this.troubles.note(message);
  readonly configuration: Reloader;
  #endNights: () => void = () => undefined;
  #endKillFile: () => void = () => undefined;
  #stopping = false;
  #fault: Fault | undefined;
  readonly troubles: TroubleNotes;
  readonly trouble$: TroubleNotes['heard$'];

  /** `before`: the last lines of the event log of the life before this one, newest first. */
  constructor(
    options: RunningOptions,
    store: Store,
    access: VenueAccess,
    strategies: readonly ConfiguredStrategy[],
    paths: StatePaths,
    before: readonly EventLine[],
  ) {
    const { settings, clock } = options;
    this.#options = options;
    this.#access = access;
    this.#paths = paths;
    this.state = paths.directory;
    this.records = store;
    this.#log = new EventHistory(clock, options.log(access), before);
    this.troubles = new TroubleNotes(clock, this.#log);
    this.trouble$ = this.troubles.heard$;
    const onTrouble: TellTrouble = (...told) => this.troubles.tell(...told);
    this.#startedAt = clock.now();
    this.#startedMs = clock.monotonicMs();
    this.#random = seededRandom(`daemon:${this.#startedAt}:${process.pid}`);
    this.interfaces = daemonInterfaces(options, store.journal, access.client, this.#starting.signal, onTrouble);
    this.world = worldOf(settings);
    this.venue = venueFacts(this.world, access);
    this.simulator = access.simulator;
    const revisions = new Revisions();
    // Ids must differ from one life to the next, whatever the seed.
    const seed = `${settings.simulator.seed}:${this.#startedAt}`;
    const engine = { ...engineSettingsOf(settings, strategies), seed, revisions: revisions.of };
    const facts = { settings, engine, strategies, world: this.world, venue: access.host, startedAt: this.#startedAt };
    this.#session = beginSession(paths.directory, facts, clock, onTrouble);
    this.#recording = daemonRecording(options, onTrouble);
    this.refusals = accountRefusals(settings, paths, clock, onTrouble);
    this.trader = new Trader({
      clock,
      client: access.client,
      ...store,
      engine,
      account: this.world === 'PAPER' ? (hooks) => this.#openPaper(hooks) : undefined,
      record: (event, outputs, failure) => this.#session?.record(event, outputs, failure),
      ...marketOptions(settings, this.world, options.data),
      watch: this.#recording?.recorder,
      seed: settings.simulator.seed,
      ...venueHabits(settings),
      refusals: this.refusals,
      polls: true,
      onStop: settings.risk.onStop,
      onFatal: (fault) => this.giveUp(fault),
      onTrouble,
      onOver: (about, told) => this.troubles.over(about, told),
    });
    this.tally = new Tally(this.trader);
    this.history = new DaemonHistory(this.trader, this.#log, () => this.settings);
    this.#chronicler = new Chronicler({ chronicle: store.chronicle, lines: this.#log, equity: this.history.equity, clock, onTrouble });
    this.history.chronicler = this.#chronicler;
    keepArrivals(this.trader, { state: store.state, takerFee: () => this.settings.execution.takerFee, onTrouble });
    this.operations = new Operations({
      ...options,
      trader: this.trader,
      killFile: paths.killFile,
      handOn: (stop) => handOnStop(paths, clock, stop),
      onTrouble,
      isStopping: () => this.#stopping,
      strategies: () => this.settings.strategies,
    });
    this.#recording?.follow(this.trader);
    logTrader(this.trader, this.#log);
    const data = this.world === 'DEMO' ? undefined : (options.data ?? recordingFolder(settings, process.cwd()));
    this.#shadows = new Shadows({ settings, state: paths.directory, data, clock, log: this.#log, onTrouble }, this.trader);
    this.stories = daemonStories(options, { path: paths.database, server: paths.server }, () => this.settings);
    this.#reads = new DaemonReads({ ...store, daemon: this, access, recording: this.#recording, paper: () => this.#paper });
    this.configuration = new Reloader({
      ...options,
      ...facts,
      trader: this.trader,
      memory: store,
      revisions,
      session: this.#session,
      isStopping: () => this.#stopping,
      onReloaded: (next, plan, isOfTrading) => {
        this.#log.setLevel(next.log.level);
        const { level, text } = reloadedLine(plan);
        this.#log.write(level, 'reloaded', text, { file: next.file }, { ends: [CONFIGURATION] });
        this.troubles.reloaded();
        if (isOfTrading) this.#shadows.renew(next);
      },
      onTrouble,
    });
  }

  get settings(): Settings {
    return this.configuration.settings;
  }

  get strategies(): Daemon['strategies'] {
    return this.configuration.strategies;
  }

  async listen(): Promise<void> {
    const { clock, settings, serve } = this.#options;
    this.begunHalted = await haltedAtStart(this.records.state, clock, this.#paths.killFile);
    await tellSavedStops(this.records.state, clock, this.#log);
    this.#control = await serve(this, this.#paths.socket);
    this.#chronicler.start();
    this.#endNights = nightWork({
      state: this.#paths.directory,
      clock,
      keepMs: settings.session.keep,
      compares: this.#session !== undefined && settings.session.parity,
      onTrouble: (message) => this.note(message),
    });
    this.#log.write('info', 'started', `${this.world} ${this.venue.host}`, { mode: this.world });
    const path = this.#paths.killFile;
    this.#endKillFile = watchKillFile({ path, clock, onFound: (closes) => this.kill(`the kill file ${path} is there`, closes) });
    this.interfaces.transfers.start();
    this.trader.start(this.#starting.signal).catch((error: unknown) => {
      if (this.#stopping) return;
      this.giveUp(error instanceof Fault ? error : new Fault('internal', messageOf(error), { cause: error }));
    });
  }

  status(): StatusReport {
    return statusOf({
      ...this.#options,
      daemon: this,
      client: this.#access.client,
      settings: this.settings,
      loaded: this.configuration.inForce,
      now: this.#options.clock.now(),
      startedAt: this.#startedAt,
      upMs: this.#options.clock.monotonicMs() - this.#startedMs,
      database: this.#paths.database,
      killFile: existsSync(this.#paths.killFile) ? this.#paths.killFile : undefined,
      recorder: this.#recording?.recorder.status(),
      shadows: this.#shadows.status(),
      trouble: this.troubles.last,
      isStopping: this.#stopping,
    });
  }

  kill(reason: string, closes: boolean): void {
    this.operations.halt(reason, closes ? 'close' : 'cancel').catch((error: unknown) => this.note(messageOf(error)));
  }

  #openPaper(hooks: AccountHooks): PaperAccount {
    const { settings, clock } = this.#options;
    return (this.#paper = new PaperAccount({ ...paperSettings(settings), ...this.records, clock, startedAt: this.#startedAt }, hooks));
  }

  newId(): string {
    return ulid(this.#options.clock.now(), this.#random);
  }

  requestStop(reason: string): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#log.write('info', 'stopping', `stopping: ${reason}`, { reason });
    this.#starting.abort(new Fault('canceled', reason));
    void this.#end(this.settings.risk.onStop, STOP_WITHIN_MS, 'the daemon was stopped');
  }

  /** The journal can't be trusted or the program is wrong: nothing more is sent, and the process ends with an error, as does an end under way. */
  giveUp(fault: Fault): void {
    this.#log.write('fatal', 'gave-up', fault.message, { code: fault.code });
    this.#fault ??= fault;
    if (this.#stopping) return;
    this.#stopping = true;
    this.#starting.abort(fault);
    void this.#end('keep', 2000, `the daemon gave up: ${fault.message}`);
  }

  /** Settles `ended`, whatever fails on the way. */
  async #end(onStop: 'cancel' | 'keep', withinMs: number, why: string): Promise<void> {
    await endDaemon({
      clock: this.#options.clock,
      log: this.#log,
      stopTrading: () => this.operations.handedOn(this.#fault).then(() => this.trader.stop(onStop, withinMs)),
      openNow: () => openNow(this.trader.snapshot()),
      sort: (open) => {
        const ours = this.#access.holdsOrders ? open : NOTHING_OPEN;
        this.ending = endingOf(ours, this.interfaces.transfers.unresolved(), onStop, this.#fault);
        return this.ending.left;
      },
      held: {
        recording: this.#recording,
        access: this.#access,
        interfaces: this.interfaces,
        chronicle: this.history,
        store: this.records,
        control: this.#control,
        session: { end: () => this.#session?.end(why) },
        watches: [this.#endNights, this.#endKillFile, () => this.stories.close()],
        shadows: this.#shadows,
      },
      onTrouble: (message) => this.note(message),
    }).catch((error: unknown) => (this.#fault ??= error as Fault));
    if (this.#fault === undefined) this.#over.resolve();
    else this.#over.reject(this.#fault);
  }
}
