import { HOUR_MS, type Instant } from '../../base/instant.ts';

const MOST_TEXTS = 1000;

/** What a strategy has alerted people of, so that the same is not said all the time. */
export class Alerts {
  /** When each text was told last, the oldest first. */
  readonly #toldAt = new Map<string, Instant>();

  /** Whether a text is to be told now: it has not been within the last hour. The answer yes counts as told. */
  isNews(text: string, now: Instant): boolean {
    const toldAt = this.#toldAt.get(text);
    if (toldAt !== undefined && now - toldAt < HOUR_MS) return false;
    this.#toldAt.delete(text);
    this.#toldAt.set(text, now);
    if (this.#toldAt.size > MOST_TEXTS) this.#toldAt.delete(this.#toldAt.keys().next().value!);
    return true;
  }
}
