import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { storeAddress } from '../../src/settings/storeServer.ts';
import { openPostgres } from '../../src/store/openPostgres.ts';
import { openStore } from '../../src/store/store.ts';
import { ownFolder } from '../ownFolder.ts';
import { PostgresServer } from '../store/postgresServer.ts';
import { type KillCounts, problemsOf } from './killCheck.ts';
import { startVenue, type VenueProcess } from './startVenue.ts';
import { type RunningDaemon, WriterMachine } from './writerMachine.ts';

const TRADES = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms, balances: 2s }
session: { write: false }
risk: { symbols: [BTC/EUR, ETH/EUR], maxOrderValue: 5000 EUR, maxOrdersPerMinute: 10000, priceCollar: 5% }
strategies:
  btc: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.01, smooth: 2, maxBase: 0.3 } }
  eth: { use: maker, symbol: ETH/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.1, smooth: 2, maxBase: 5 } }
`;
const WITHIN_MS = 90_000;
const MOST_LAST_LIVES = 3;
/** An end that names what nobody knows the fate of. */
const LEFT_OPEN = 11;

/** Two machines for one account: one daemon trades, one stands by, and the store and the venue are processes of their own. */
export class WriterPair {
  readonly postgres = new PostgresServer();
  readonly #folder = ownFolder('sluice-writer-');
  readonly #venue: VenueProcess;
  #machines: readonly WriterMachine[] = [];
  #env: Readonly<Record<string, string>> = {};
  #owner: RunningDaemon | undefined;
  #standby: RunningDaemon | undefined;

  constructor(seed: number) {
    this.#venue = startVenue(seed);
  }

  get owner(): RunningDaemon {
    return this.#owner!;
  }

  get standby(): RunningDaemon {
    return this.#standby!;
  }

  async open(): Promise<this> {
    await this.postgres.start();
    this.#env = await this.#venue.env();
    const venue = Number(new URL(this.#env['SLUICE_EXCHANGE_URL']!).port);
    const config = (port: number, name: string): string => {
      const file = join(this.#folder, `${name}.yaml`);
      mkdirSync(join(this.#folder, name), { recursive: true });
      writeFileSync(file, `${TRADES}store: postgres://sluice@127.0.0.1:${port}/postgres\n`);
      return file;
    };
    const options = { folder: this.#folder, postgres: this.postgres.port, venue, env: this.#env, config };
    this.#machines = [await new WriterMachine('alpha', options).open(), await new WriterMachine('beta', options).open()];
    await this.begin();
    return this;
  }

  /** Both anew, whatever was. */
  async begin(): Promise<void> {
    await this.#end(this.#owner);
    await this.#end(this.#standby);
    const [alpha, beta] = this.#machines as readonly [WriterMachine, WriterMachine];
    for (const machine of this.#machines) machine.mend();
    this.#owner = alpha.start();
    await within(this.#owner.asked, 'it never traded', this.#owner);
    this.#standby = beta.start();
  }

  /** Whoever stood by trades now, and the machine of the other one gets a new daemon that stands by. */
  async changed(): Promise<void> {
    const old = this.owner;
    await this.#end(old);
    old.machine.mend();
    this.#owner = this.standby;
    this.#standby = old.machine.start();
  }

  /** Lets the owner come to the end of everything alone, and compares what it has written down with the venue's truth. */
  async settle(): Promise<KillCounts & { readonly problems: readonly string[] }> {
    await this.#end(this.#standby);
    for (const machine of this.#machines) machine.mend();
    if (this.owner.hasEnded()) this.#owner = this.owner.machine.start();
    for (let lives = 0; (await this.#lastLife()) === LEFT_OPEN && lives < MOST_LAST_LIVES; lives++)
      this.#owner = this.owner.machine.start();
    const place = await this.#place();
    const store = await openStore({ ...place, clock: systemClock, access: 'read' });
    const counts = await problemsOf(store, await this.#venue.truth());
    await store.close();
    return { ...counts, problems: [...counts.problems, ...(await this.#late(place))] };
  }

  async close(): Promise<void> {
    await this.#end(this.#owner);
    await this.#end(this.#standby);
    for (const machine of this.#machines) await machine.close();
    this.#venue.child.kill('SIGKILL');
    await this.postgres.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A moment of trading under load. */
  async traded(random: Random): Promise<void> {
    await within(this.standby.standsBy, 'it never stood by', this.standby);
    const until = performance.now() + WITHIN_MS;
    while (this.owner.orders.length === 0 && performance.now() < until && !this.owner.hasEnded()) await pause(20);
    await pause(random.next() * 1500);
  }

  async #lastLife(): Promise<number | null> {
    const { owner } = this;
    await within(owner.asked, 'it never traded', owner);
    const place = await this.#place();
    const until = performance.now() + WITHIN_MS;
    while (performance.now() < until) {
      const store = await openStore({ ...place, clock: systemClock, access: 'read' });
      const open = (await store.journal.unresolved()).filter(({ kind, state }) => kind !== 'cancel' && state !== 'sending');
      await store.close();
      if (open.length === 0 || owner.hasEnded()) break;
      await pause(1000);
    }
    owner.child.kill('SIGTERM');
    await owner.ended;
    return owner.child.exitCode;
  }

  /** What an owner has decided after the next one had begun. */
  async #late(place: Place): Promise<readonly string[]> {
    const opened = await openPostgres({ ...place, clock: systemClock, access: 'read', onTrouble: () => undefined });
    const late = await opened.database.all<{ id: string; begun_epoch: number }>(
      'SELECT id, begun_epoch FROM intent JOIN life ON epoch = begun_epoch + 1 WHERE created_at > since',
    );
    await opened.database.close();
    return late.map(({ id, begun_epoch: epoch }) => `intent ${id} of owner ${epoch} was begun after the next one`);
  }

  async #place(): Promise<Place> {
    const { database } = statePaths(this.#folder, await loadSettings({ file: join(this.#folder, 'alpha.yaml'), env: this.#env }));
    return { path: database, server: storeAddress(this.postgres.url)!.server };
  }

  async #end(daemon: RunningDaemon | undefined): Promise<void> {
    if (daemon === undefined || daemon.hasEnded()) return;
    daemon.child.kill('SIGKILL');
    await daemon.ended;
  }
}

type Place = { readonly path: string; readonly server: NonNullable<ReturnType<typeof storeAddress>>['server'] };

/** What a daemon is waited for. Rejects with what it said, when it has not come in a long time or has ended instead. */
export async function within<T>(what: Promise<T>, otherwise: string, daemon: RunningDaemon): Promise<T> {
  const end = new AbortController();
  try {
    return await Promise.race([
      what,
      daemon.ended.then(() => pause(100)).then(() => Promise.reject(new Error(`${otherwise}: it ended: ${daemon.said().slice(-1500)}`))),
      pause(WITHIN_MS, undefined, { signal: end.signal }).then(() =>
        Promise.reject(new Error(`${otherwise}: ${daemon.said().slice(-1500)}`)),
      ),
    ]);
  } finally {
    end.abort();
  }
}
