import { messageOf } from '../base/fault.ts';
import { CLOSING } from './closing.ts';
import type { Instance } from './instance.ts';
import type { Seat } from './market.ts';
import type { StrategyMarket } from './strategy.ts';
import type { StrategyHost } from './strategyHost.ts';
import { isComplete, isPromise, setUpInstance } from './strategySetUp.ts';

/**
 * An instance takes the seats of another, or seats that are new. It is set up first, while the other one still has its state. When that fails,
 * `undo` puts everything back.
 */
export class StrategySwap {
  readonly peers: readonly Seat[];
  readonly #host: StrategyHost;
  readonly #fresh: Instance;
  readonly #before: Instance;
  readonly #contexts: readonly StrategyMarket[];
  /** What the instance began with. */
  #saved = '{}';
  #problem: string | undefined;

  /** Seats that are new have this instance already. */
  constructor(host: StrategyHost, peers: readonly Seat[], fresh: Instance) {
    this.#host = host;
    this.peers = peers;
    this.#fresh = fresh;
    this.#before = peers[0]!.instance;
    this.#contexts = peers.map(({ marketContext }) => marketContext);
  }

  get isNew(): boolean {
    return this.#before === this.#fresh;
  }

  /** Sets the instance up in its seats. It takes no risk meanwhile, and nothing that it keeps is saved. Returns why that failed. */
  tryOut(): string | undefined {
    const fresh = this.#fresh;
    const seat = this.peers[0]!;
    this.#saved = this.#before.isSetUp ? JSON.stringify(this.#before.saved) : (this.#host.savedOf(seat) ?? '{}');
    for (const one of this.peers) one.instance = fresh;
    this.#host.giveContext(seat);
    if (!isComplete(this.peers)) return undefined;
    fresh.isOnTrial = true;
    try {
      if (isPromise(setUpInstance(seat, this.#saved, this.#guard(seat)))) this.#problem ??= 'setup must be synchronous';
    } catch (error) {
      this.#problem ??= `setup threw: ${messageOf(error)}`;
    }
    return this.#problem;
  }

  undo(): void {
    const fresh = this.#fresh;
    fresh.subscription?.unsubscribe();
    fresh.signals?.leave();
    for (const [i, one] of this.peers.entries()) {
      one.instance = this.#before;
      one.marketContext = this.#contexts[i]!;
    }
  }

  /** The instance before ends. The new one begins with the next news of its markets, or stays paused, or stopped where a person has asked for it. */
  complete(restsUntil: number): void {
    const [fresh, before] = [this.#fresh, this.#before];
    fresh.isOnTrial = false;
    if (this.isNew) return;
    const { state } = before;
    this.#host.retire(before);
    fresh.isPausedByHand = before.isPausedByHand;
    this.#stay(before.standing ?? (this.peers.some(({ isClosing }) => isClosing) ? { state: 'paused', reason: CLOSING } : undefined));
    for (const one of this.peers) {
      one.refusals = 0;
      if (state !== 'running') continue;
      one.isWanted = false;
      one.inheritsUntil = restsUntil;
    }
  }

  #stay(standing: Instance['standing']): void {
    const fresh = this.#fresh;
    if (standing?.state === 'stopped') this.#host.retire(fresh);
    Object.assign(fresh, standing, { standing });
  }

  /** What the instance has kept while it was set up. Undefined when that is nothing new. */
  get unsaved(): string | undefined {
    const text = JSON.stringify(this.#fresh.saved);
    return text === this.#saved ? undefined : text;
  }

  #guard(seat: Seat): ReturnType<StrategyHost['guardOf']> {
    const guard = this.#host.guardOf(seat);
    return {
      // While it is set up, an error is that of `setup`.
      act: (act) => (this.#fresh.isOnTrial ? act() : guard.act(act)),
      end: (reason) => {
        if (this.#fresh.isOnTrial) this.#problem ??= reason;
        else guard.end(reason);
      },
    };
  }
}
