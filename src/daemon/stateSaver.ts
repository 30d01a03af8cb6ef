import { Fault, messageOf } from '../base/fault.ts';
import { LastingTrouble } from '../base/lastingTrouble.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { STOPS_KEY } from '../engine/savedStops.ts';
import type { StateStore } from '../model/journal.ts';
import { STRATEGY_STATE } from './restore.ts';

/**
 * Writes what the engine wants to find again, one text after the other. When a text can't be written, that is told once for
 * each reason, and its end; trading goes on.
 */
export class StateSaver {
  readonly #store: StateStore;
  readonly #onTrouble: TellTrouble;
  #saving: Promise<void> = Promise.resolve();
  /** By key, why the newest text is not on disk. */
  readonly #failures = new Map<string, unknown>();
  readonly #troubles = new Map<string, LastingTrouble>();

  constructor(store: StateStore, onTrouble: TellTrouble) {
    this.#store = store;
    this.#onTrouble = onTrouble;
  }

  save(key: string, text: string): void {
    this.#saving = this.#saving.then(() => this.#write(key, text));
  }

  /** Resolves when nothing is left to write, whatever the results. */
  idle(): Promise<void> {
    return this.#saving;
  }

  /** Resolves when the newest text of the key is on disk. Rejects with a `Fault` `store` when it could not be written. */
  async saved(key: string): Promise<void> {
    await this.#saving;
    if (!this.#failures.has(key)) return;
    const cause = this.#failures.get(key);
    throw new Fault('store', `${nameOf(key)} holds now, and could not be written down for the next start: ${messageOf(cause)}`, { cause });
  }

  async #write(key: string, text: string): Promise<void> {
    try {
      await this.#store.save(STRATEGY_STATE, key, text);
      this.#failures.delete(key);
      this.#troubles.get(key)?.over(`${nameOf(key)} is saved again`);
    } catch (error) {
      this.#failures.set(key, error);
      const name = nameOf(key);
      const trouble = this.#troubles.get(key) ?? new LastingTrouble(`that ${name} is saved`, this.#onTrouble);
      this.#troubles.set(key, trouble);
      trouble.lasts(`${name} could not be saved: ${messageOf(error)}`);
    }
  }
}

function nameOf(key: string): string {
  if (key === STOPS_KEY) return 'the trading state';
  return `the state of ${key || 'the daily loss'}`;
}
