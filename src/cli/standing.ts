import type { Clock } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type StandbyReport, serveStandby, standbyText } from '../control/standbyServer.ts';
import { monitorStandby } from '../metrics/monitorStandby.ts';
import type { Settings } from '../settings/loadSettings.ts';

export interface StandingOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly socket: string;
  readonly account: string;
  readonly onStop: () => void;
  readonly onTrouble: (message: string) => void;
}

interface Served {
  close(): Promise<void>;
}

/** What people and monitoring are told for as long as a daemon stands by. */
export class Standing {
  readonly #options: StandingOptions;
  #served: Promise<readonly Served[]> | undefined;
  #report: StandbyReport | undefined;

  constructor(options: StandingOptions) {
    this.#options = options;
  }

  /** It waits, or waits for something else now. */
  waits(why: string): void {
    const { clock, account, settings } = this.#options;
    const since = this.#report?.since ?? isoOf(clock.now());
    this.#report = { state: 'standing-by', pid: process.pid, account, config: settings.file, since, why };
    this.#served ??= this.#serve();
  }

  /** Before a daemon listens at the same places. */
  async end(): Promise<void> {
    const served = await this.#served;
    this.#served = undefined;
    this.#report = undefined;
    await Promise.all((served ?? []).map((one) => one.close()));
  }

  /** The owner may be on this machine, with the same socket and port: then those are its. */
  async #serve(): Promise<readonly Served[]> {
    const { settings, socket, onStop, onTrouble } = this.#options;
    const report = (): StandbyReport => this.#report!;
    const served: Served[] = [];
    const { port } = settings.metrics;
    const servers = [
      () => serveStandby(report, onStop, socket),
      ...(port === undefined ? [] : [() => monitorStandby(() => standbyText(report()), port)]),
    ];
    for (const serve of servers) {
      try {
        served.push(await serve());
      } catch (error) {
        if (!isFault(error)) throw error;
        if (error.code === 'daemon-running') return served;
        onTrouble(error.message);
      }
    }
    return served;
  }
}
