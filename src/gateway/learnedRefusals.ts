import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { whyNeverLearned } from '../contract/learnable.ts';
import type { Intent, IntentKind } from '../model/intent.ts';
import { isLearnable, type LearnableKind, type LearnedRefusal, type RefusalStore } from '../model/learnedRefusal.ts';

export interface LearnedRefusalsOptions {
  readonly store: RefusalStore;
  /** So many proofs make a refusal count. With 0 none does, and nothing is learned. */
  readonly proofs: number;
  readonly clock: Clock;
  /** Tells a person. */
  readonly onTrouble: (message: string) => void;
}

/** What a person decides of a refusal: that it never counts, or that it may be learned anew. */
export type RefusalVerdict = 'revoke' | 'allow';

type Counterexample = NonNullable<LearnedRefusal['counterexample']>;

/** Beyond so many, those that are still counting give way, the oldest first. */
const MOST_KEPT = 200;

/**
 * Refusals in the venue's own words, learned from what happened: the document shows no codes, so a refusal counts as one only when the
 * resolver has proven often enough that nothing came of what it answered. One order that exists all the same ends that.
 *
 * The file is read anew for each question, so that what a person writes into it holds at once. While it can't be read, nothing is learned and
 * nothing counts, and it is left as it is.
 */
export class LearnedRefusals {
  readonly #options: LearnedRefusalsOptions;
  /** Those that are not on disk yet. They hold whatever the file says. */
  readonly #disproved = new Map<string, Counterexample>();
  readonly #troubles = new Map<'read' | 'write', string>();

  constructor(options: LearnedRefusalsOptions) {
    this.#options = options;
  }

  /** Why the file can't be read or written, as of the last time. */
  get trouble(): string | undefined {
    return this.#troubles.get('read') ?? this.#troubles.get('write');
  }

  /** All that is known. Nothing where the file can't be read. */
  all(): readonly LearnedRefusal[] {
    const { store } = this.#options;
    const refusals = this.#onDisk('read', 'no learned refusal counts until this is mended', () => store.read()) ?? [];
    const known = refusals.map((one) => this.#asDisproved(one));
    if (known.some((one, index) => one !== refusals[index])) this.#write(known);
    return known;
  }

  /** Whether an answer of this name to a request of this kind proves that nothing was done. */
  counts(kind: IntentKind, refusal: string | undefined): boolean {
    if (this.#options.proofs === 0 || refusal === undefined || !isLearnable(kind)) return false;
    return this.all().some((one) => one.state === 'learned' && one.kind === kind && one.refusal === refusal);
  }

  /** The resolver has proven that nothing came of an intent. */
  proven({ id, kind, refusal }: Intent): void {
    const { proofs: needed, clock, onTrouble, store } = this.#options;
    if (needed === 0 || refusal === undefined || !isLearnable(kind) || whyNeverLearned(refusal) !== undefined) return;
    const all = this.all();
    const now = clock.now();
    const known = all.find((one) => one.kind === kind && one.refusal === refusal) ?? begun(kind, refusal, now);
    if (this.#troubles.has('read') || known.state !== 'counting' || known.proofs.some(({ intent }) => intent === id)) return;
    const proofs = [...known.proofs, { intent: id, at: now }];
    const isLearned = proofs.length >= needed;
    const news: LearnedRefusal = { ...known, proofs, ...(isLearned && { state: 'learned', since: now }) };
    if (!this.#write(withChanged(all, news)) || !isLearned) return;
    const what = nameOf(news);
    onTrouble(`the answer ${what} counts as a refusal from now on: ${proofs.length} times nothing came of it (${store.place})`);
  }

  /**
   * What an intent asked for exists. If the venue had refused it, that refusal proves nothing, whatever was learned of it. It is called before
   * the journal has it, so that a process that is killed in between finds it again.
   */
  disproved({ id, kind, refusal }: Pick<Intent, 'id' | 'kind' | 'refusal'>, order: string): void {
    const { clock, onTrouble } = this.#options;
    if (refusal === undefined || !isLearnable(kind) || whyNeverLearned(refusal) !== undefined) return;
    const all = this.all();
    const now = clock.now();
    const known = all.find((one) => one.kind === kind && one.refusal === refusal) ?? begun(kind, refusal, now);
    // A person's word and an earlier counterexample stand.
    if (known.state === 'disproved' || known.state === 'revoked') return;
    const counterexample = { intent: id, order, at: now };
    this.#disproved.set(nameOf(known), counterexample);
    const what = `the answer ${nameOf(known)} is no refusal: order ${order} of intent ${id} exists all the same`;
    onTrouble(known.state === 'learned' ? `${what}. It was learned, and no longer counts` : `${what}. It is not learned`);
    if (!this.#troubles.has('read')) this.#write(withChanged(all, this.#asDisproved(known)));
  }

  /** What a person decides. Throws a `Fault` when there is no such refusal, or when the file can't be used. */
  decide(id: string, verdict: RefusalVerdict): LearnedRefusal {
    const { store, clock } = this.#options;
    // Read past `all`, so that the person hears of what is wrong.
    const all = store.read().map((one) => this.#asDisproved(one));
    const known = all.find((one) => idOf(one) === id);
    if (known === undefined) throw new Fault('not-found', `there is no refusal ${id}`, { suggestion: 'see `sluice refusals list`' });
    const since = clock.now();
    const decided: LearnedRefusal = verdict === 'revoke' ? { ...known, state: 'revoked', since } : begun(known.kind, known.refusal, since);
    store.write(withChanged(all, decided));
    this.#disproved.delete(nameOf(known));
    return decided;
  }

  #asDisproved(one: LearnedRefusal): LearnedRefusal {
    const counterexample = this.#disproved.get(nameOf(one));
    if (counterexample === undefined || one.state === 'revoked') return one;
    return { ...one, state: 'disproved', since: counterexample.at, counterexample };
  }

  /** Answers whether it is on disk. What was disproved holds in any case, for as long as this process lives. */
  #write(refusals: readonly LearnedRefusal[]): boolean {
    const { store } = this.#options;
    const isWritten = this.#onDisk('write', 'what was found out about refusals holds until the next start only', () => {
      store.write(refusals);
      return true;
    });
    if (isWritten === undefined) return false;
    for (const { state, ...one } of refusals) if (state === 'disproved') this.#disproved.delete(nameOf(one));
    return true;
  }

  /** Undefined where the disk or the file refuses, which a person is told once. */
  #onDisk<T>(act: 'read' | 'write', consequence: string, work: () => T): T | undefined {
    try {
      const done = work();
      this.#troubles.delete(act);
      return done;
    } catch (error) {
      if (!isFault(error)) throw error;
      const trouble = `${consequence}: ${error.message}`;
      if (trouble !== this.#troubles.get(act)) this.#options.onTrouble(trouble);
      this.#troubles.set(act, trouble);
      return undefined;
    }
  }
}

/** By this a person names a refusal. */
export function idOf(refusal: Pick<LearnedRefusal, 'kind' | 'refusal'>): string {
  return createHash('sha256').update(nameOf(refusal)).digest('hex').slice(0, 8);
}

function nameOf({ kind, refusal }: Pick<LearnedRefusal, 'kind' | 'refusal'>): string {
  return `\`${refusal}\` to a ${kind}`;
}

function begun(kind: LearnableKind, refusal: string, since: Instant): LearnedRefusal {
  return { kind, refusal, state: 'counting', since, proofs: [], counterexample: undefined };
}

function withChanged(all: readonly LearnedRefusal[], changed: LearnedRefusal): readonly LearnedRefusal[] {
  const name = nameOf(changed);
  const index = all.findIndex((one) => nameOf(one) === name);
  if (index >= 0) return all.with(index, changed);
  const oldest = all.length < MOST_KEPT ? undefined : all.find(({ state }) => state === 'counting');
  return [...all.filter((one) => one !== oldest), changed];
}
