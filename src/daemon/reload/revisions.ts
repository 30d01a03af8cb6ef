import { present } from '../../base/assert.ts';
import type { EngineSettings } from '../../engine/engineState.ts';

/** What each reload of one life puts into force, by its number. The engine asks for it when the event comes. */
export class Revisions {
  readonly #all: EngineSettings[] = [];

  readonly of = (revision: number): EngineSettings => present(this.#all[revision - 1], `the reload ${revision}`);

  /** Returns its number. */
  add(settings: EngineSettings): number {
    return this.#all.push(settings);
  }
}
