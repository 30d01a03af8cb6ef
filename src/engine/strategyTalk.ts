import type { Instant } from '../base/instant.ts';
import type { EngineState } from './engineState.ts';
import { Alerts } from './signals/alerts.ts';
import type { SharedContext } from './strategy.ts';

const MOST_CHARACTERS = 2000;
/** Lines, alerts and plotted values of one moment. */
const MOST_AT_ONCE = 100;

/**
 * What a strategy says to people. A long text is cut, and of a flood only the beginning is told, since each line goes to the log, the
 * session and the dashboard.
 */
export class StrategyTalk {
  readonly #strategy: string;
  readonly #state: EngineState;
  readonly #alerts = new Alerts();
  #at: Instant = -Infinity;
  #said = 0;

  constructor(strategy: string, state: EngineState) {
    this.#strategy = strategy;
    this.#state = state;
  }

  readonly log: SharedContext['log'] = (message, level = 'info') => {
    if (this.#maySay()) this.#state.sink.notice({ type: 'log', strategy: this.#strategy, level, message: cut(message) });
  };

  readonly alert: SharedContext['alert'] = (text) => {
    const { sink, now } = this.#state;
    const message = cut(text);
    if (!sink.hearsNotices || !this.#alerts.isNews(message, now)) return;
    if (this.#maySay()) sink.notice({ type: 'alert', strategy: this.#strategy, message });
  };

  readonly plot: SharedContext['plot'] = (name, value) => {
    if (this.#maySay()) this.#state.sink.notice({ type: 'plot', strategy: this.#strategy, name, value });
  };

  /** Whether there is room for one more. That there is none is told once. */
  #maySay(): boolean {
    const { sink, now } = this.#state;
    if (!sink.hearsNotices) return false;
    if (now !== this.#at) {
      this.#at = now;
      this.#said = 0;
    }
    this.#said++;
    if (this.#said === MOST_AT_ONCE + 1) {
      const message = `more than ${MOST_AT_ONCE} lines, alerts and plotted values came at once; the rest of them is left out`;
      sink.notice({ type: 'log', strategy: this.#strategy, level: 'warn', message });
    }
    return this.#said <= MOST_AT_ONCE;
  }
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)`;
}
