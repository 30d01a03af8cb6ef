import { appendFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { onDisk } from '../../base/diskFault.ts';
import { isoOf } from '../../base/instant.ts';
import type { Dimension } from './dimension.ts';
import type { Point } from './sampler.ts';
import type { SweepListener } from './sweepListener.ts';
import type { SweepPlan } from './sweepPlan.ts';

/** The codes of operations in a journal of Optuna 3 and 4. */
const CREATE_STUDY = 0;
const CREATE_TRIAL = 4;
const SET_TRIAL_PARAM = 5;
const SET_TRIAL_STATE_VALUES = 6;
const SET_TRIAL_INTERMEDIATE_VALUE = 7;
const [COMPLETE, PRUNED, FAIL] = [1, 2, 3];
const [MINIMIZE, MAXIMIZE] = [1, 2];
const WORKER = 'sluice';

/**
 * Writes the sweep as a journal of Optuna (`JournalFileBackend`), with one line of JSON per operation. Optuna's dashboard can
 * open it while it is being written. There is one study per window. The file is made anew whenever the sweep is resumed, since
 * all earlier results are reported again.
 */
export class OptunaJournal implements SweepListener {
  readonly #path: string;
  readonly #plan: SweepPlan;
  readonly #clock: Pick<Clock, 'now'>;
  #study = -1;
  #finished = new Set<number>();

  constructor(path: string, plan: SweepPlan, clock: Pick<Clock, 'now'>) {
    this.#path = path;
    this.#plan = plan;
    this.#clock = clock;
    this.#onDisk(() => writeFileSync(path, ''));
  }

  window(index: number): void {
    const { id, windows, direction } = this.#plan;
    this.#study = index;
    const name = windows.length === 1 ? id : `${id}, window ${index}`;
    this.#append([{ op_code: CREATE_STUDY, study_name: name, directions: [direction === 'minimize' ? MINIMIZE : MAXIMIZE] }]);
  }

  asked(number: number, point: Point): void {
    const params = this.#plan.dimensions.map((dimension, i) => ({
      op_code: SET_TRIAL_PARAM,
      trial_id: number,
      param_name: dimension.name,
      param_value_internal: dimension.numberOf(point[i]!),
      distribution: JSON.stringify(distributionOf(dimension)),
    }));
    this.#append([{ op_code: CREATE_TRIAL, study_id: this.#study, datetime_start: this.#time() }, ...params]);
  }

  told(
    number: number,
    { rung, isLast, value }: { readonly rung: number; readonly isLast: boolean; readonly value: number | undefined },
  ): void {
    const { halving } = this.#plan.sampler;
    if (halving !== undefined && value !== undefined)
      this.#append([{ op_code: SET_TRIAL_INTERMEDIATE_VALUE, trial_id: number, step: rung, intermediate_value: value }]);
    if (isLast) this.#finish(number, value === undefined ? FAIL : COMPLETE, value);
  }

  halved(number: number, value: number | undefined): void {
    if (!this.#finished.has(number)) this.#finish(number, value === undefined ? FAIL : PRUNED, value);
  }

  #finish(number: number, state: number, value: number | undefined): void {
    this.#finished.add(number);
    const values = value === undefined ? null : [value];
    this.#append([{ op_code: SET_TRIAL_STATE_VALUES, trial_id: number, state, values, datetime_complete: this.#time() }]);
  }

  #append(records: readonly Readonly<Record<string, unknown>>[]): void {
    const lines = records.map((record) => `${JSON.stringify({ worker_id: WORKER, ...record })}\n`);
    this.#onDisk(() => appendFileSync(this.#path, lines.join('')));
  }

  /** With an offset instead of a Z, which every version of Python reads. */
  #time(): string {
    return isoOf(this.#clock.now()).replace('Z', '000+00:00');
  }

  #onDisk(write: () => void): void {
    onDisk(`${this.#path} can't be written`, write);
  }
}

/** To Optuna, values that are not evenly spaced are choices. */
function distributionOf({ values, low, high, step, isLog, isWhole }: Dimension): { readonly name: string; readonly attributes: unknown } {
  if (values !== undefined && step === undefined) return { name: 'CategoricalDistribution', attributes: { choices: values } };
  if (isWhole) return { name: 'IntDistribution', attributes: { log: isLog, step: step ?? 1, low, high } };
  return { name: 'FloatDistribution', attributes: { step: step ?? null, low, high, log: isLog } };
}
