import { dec } from '../../../src/base/decimal.ts';
import { strategy } from '../../../src/engine/kit.ts';
import { configured } from '../../daemon/simulatedWorld.ts';
import type { Plan } from '../plan.ts';
import type { Deed, Scenario } from './scenarios.ts';

/** After these the engine has said that nothing came of an intent. */
const NOTHING: ReadonlySet<string> = new Set(['intent-not-sent', 'intent-refused', 'intent-not-placed', 'quote-refused']);

interface Done {
  readonly deed: Deed;
  /** One after the other, as far as the strategy was told that nothing came of those before. */
  readonly intents: string[];
  isDone: boolean;
}

/** How far the deeds of a scenario have got, in all lives together. */
export class Script {
  readonly deeds: readonly Done[];

  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.deeds = scenario.deeds.map((deed) => ({ deed, intents: [], isDone: false }));
  }

  get isOver(): boolean {
    return this.deeds.every(({ isDone }) => isDone);
  }

  get text(): string {
    return this.deeds.map(({ isDone, intents }) => `${isDone ? 'done' : 'open'} ${intents.join(' ')}`).join();
  }

  /** A world for it, in which nothing else is done. */
  get plan(): Plan {
    const { behaviour = {}, unknownPerLane } = this.#scenario;
    const definition = strategy({
      about: 'Does what it is told, each thing once.',
      params: {},
      setup: () => ({
        onTimer: (ctx) => {
          const next = this.deeds.find(({ isDone }) => !isDone) ?? this.deeds.at(-1)!;
          // A deed that has led to no intent of its own may have to be done again in a new life.
          if (next.isDone && next.intents.length > 0) return;
          const done = next.deed(ctx);
          if (typeof done === 'string') next.intents.push(done);
          next.isDone ||= done !== undefined;
        },
        onReport: (report) => {
          if (!NOTHING.has(report.type)) return;
          const id = 'intentId' in report ? report.intentId : 'requestId' in report ? report.requestId : undefined;
          const deed = this.deeds.find(({ intents }) => intents.at(-1) === id);
          if (deed !== undefined) deed.isDone = false;
        },
      }),
    });
    return {
      seed: 'scope',
      latencyMs: 2,
      venueAheadMs: 0,
      symbols: 1,
      replaces: true,
      behaviour,
      unknownPerLane,
      strategies: [configured('scripted', 'BTC/EUR', definition)],
      balances: { EUR: dec(100_000), BTC: dec(2) },
    };
  }
}
