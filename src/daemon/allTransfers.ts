import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import type { Random } from '../base/random.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { ulid } from '../base/ulid.ts';
import type { InterfaceName } from '../contract/operation.ts';
import type { Unresolved } from '../gateway/resolver.ts';
import type { Journal } from '../model/journal.ts';
import type { Environment } from '../settings/secrets.ts';
import { isStoreThere } from '../store/isStoreThere.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import type { Store } from '../store/store.ts';
import { Transfers } from '../treasury/transfers.ts';
import { type AnyCalls, PAYMENT_INTERFACES, type PaymentInterface } from './interfaceAccount.ts';
import { openPaymentStore, paymentJournal, type PaymentPlace } from './paymentStore.ts';
import { Periodic } from './periodic.ts';

export interface AllTransfersOptions extends PaymentPlace {
  /** The client of an interface. */
  readonly calls: (name: InterfaceName) => AnyCalls;
  /** The journal of the exchange account, which whoever opened it also closes. */
  readonly exchangeJournal: Journal;
  /** Names the accounts at the payment interfaces. */
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the exchange begins to count pages. */
  readonly firstPage: number;
  /** Tells a person. */
  readonly tell: TellTrouble;
}

const ROUND_EVERY_MS = 10_000;

/** The transfers at all interfaces of a process, and its search for those that are unknown. */
export class AllTransfers {
  readonly #options: AllTransfersOptions;
  readonly #open = new Map<InterfaceName, Promise<Transfers>>();
  readonly #journals = new Map<InterfaceName, Journal>();
  readonly #opened = new Map<InterfaceName, Transfers>();
  readonly #stores = new Map<InterfaceName, Store>();
  /** Whose journal another process has now. */
  readonly #lost = new Set<InterfaceName>();
  readonly #rounds: Periodic;
  #told = '';
  #isClosed = false;

  constructor(options: AllTransfersOptions) {
    this.#options = options;
    const { clock, random } = options;
    this.#rounds = new Periodic({
      clock,
      random,
      periodMs: () => ROUND_EVERY_MS,
      task: () => this.round(),
      onFailure: (error) => this.#tellOnce(`transfers that are unknown could not be looked for: ${messageOf(error)}`),
    });
  }

  /** From now on, looks for what is unknown, of earlier lives too. */
  start(): void {
    this.#rounds.start();
  }

  /** The transfers at an interface. Its journal is opened when it is first asked for. Rejects with a `Fault` when that can't be. */
  of(name: InterfaceName): Promise<Transfers> {
    if (this.#lost.has(name)) return this.#letGo(name).then(() => this.of(name));
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    if (this.#isClosed) return Promise.reject(new Fault('canceled', 'this process is coming to its end', { outcome: 'not-sent' }));
    const opening = this.#make(name);
    this.#open.set(name, opening);
    opening.catch(() => this.#open.delete(name));
    return opening;
  }

  /** The journal of the account at an interface. Rejects as `of` does. */
  async journalOf(name: InterfaceName): Promise<Journal> {
    await this.of(name);
    return this.#journals.get(name)!;
  }

  /** One look at all interfaces whose account has a journal. */
  async round(): Promise<void> {
    await this.of('exchange');
    for (const name of this.#lost) await this.#letGo(name);
    for (const name of PAYMENT_INTERFACES) await this.#openIfThere(name);
    for (const transfers of this.#opened.values()) await transfers.round();
  }

  unresolved(): readonly Unresolved[] {
    return [...this.#opened.values()].flatMap((transfers) => transfers.unresolved());
  }

  /** The same as the journals have it, with how the clock of each venue stands to ours. */
  questions(): ReturnType<Transfers['questions']> {
    return [...this.#opened.values()].flatMap((transfers) => transfers.questions());
  }

  /** Whose transfer it is. Undefined when none has this id. */
  async holding(id: string): Promise<Transfers | undefined> {
    for (const transfers of this.#opened.values()) if (await transfers.has(id)) return transfers;
    return undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#rounds.stop();
    await Promise.allSettled(this.#open.values());
    const closed = await Promise.allSettled([...this.#stores.values()].map((store) => store.close()));
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  }

  async #make(name: InterfaceName): Promise<Transfers> {
    const { calls, clock, exchangeJournal, firstPage, random, tell } = this.#options;
    const journal = name === 'exchange' ? exchangeJournal : await this.#paymentJournal(name);
    this.#journals.set(name, journal);
    const newId = (): string => ulid(clock.now(), random);
    const transfers = new Transfers({ calls: calls(name), journal, clock, newId, firstPage: name === 'exchange' ? firstPage : 0, tell });
    this.#opened.set(name, transfers);
    return transfers;
  }

  async #paymentJournal(name: PaymentInterface): Promise<Journal> {
    const { env, clock, tell } = this.#options;
    const store = await openPaymentStore(paymentJournal(name, env, this.#options), this.#options, clock, {
      onTrouble: tell,
      onLost: () => void this.#lost.add(name),
    });
    this.#stores.set(name, store);
    return store.journal;
  }

  /** Another process has taken its journal over, and looks now. When that one has ended, it is opened anew. */
  async #letGo(name: InterfaceName): Promise<void> {
    const store = this.#stores.get(name);
    for (const known of [this.#lost, this.#open, this.#opened, this.#journals, this.#stores]) known.delete(name);
    this.#options.tell(`the journal of ${name} was taken over by another process`);
    await store?.close();
  }

  /** Another process may have it. Then that one looks. */
  async #openIfThere(name: PaymentInterface): Promise<void> {
    if (this.#open.has(name)) return;
    try {
      const { env, accounts, clock } = this.#options;
      const { account, database: path, server } = paymentJournal(name, env, this.#options);
      // A file that was never moved to the server is told by the attempt to open it: what is unknown there would be forgotten otherwise.
      const isInFile = existsSync(registeredJournal(accounts, account) ?? '');
      if (isInFile || (await isStoreThere({ path, server }, clock))) await this.of(name);
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.code !== 'configuration') this.#tellOnce(`the journal of ${name} could not be opened: ${error.message}`);
    }
  }

  #tellOnce(message: string): void {
    if (message === this.#told) return;
    this.#told = message;
    this.#options.tell(message);
  }
}
