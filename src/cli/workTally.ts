import { counted } from '../base/counted.ts';
import type { TrialWork } from '../research/sweep/trial.ts';

interface Share {
  trials: number;
  cpuMs: number;
}

/** Who made how many runs of a sweep, and what processor time that took. */
export class WorkTally {
  readonly #shares = new Map<string, Share>();

  add({ worker, trials, cpuMs }: TrialWork): void {
    const share = this.#shares.get(worker) ?? { trials: 0, cpuMs: 0 };
    share.trials += trials;
    share.cpuMs += cpuMs;
    this.#shares.set(worker, share);
  }

  /** For people. Nothing when nothing was made. */
  lines(): string[] {
    const all = [...this.#shares];
    if (all.length === 0) return [];
    const sum = all.reduce((total, [, { cpuMs }]) => total + cpuMs, 0);
    const each = all.map(([worker, { trials, cpuMs }]) => `${worker} ${counted(trials, 'run')} in ${seconds(cpuMs)} s`);
    return [`processor time ${seconds(sum)} s: ${each.toSorted().join(', ')}`];
  }

  /** For programs. */
  record(): readonly { readonly worker: string; readonly runs: number; readonly cpuSeconds: number }[] {
    return [...this.#shares].map(([worker, { trials, cpuMs }]) => ({ worker, runs: trials, cpuSeconds: Number(seconds(cpuMs)) }));
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
