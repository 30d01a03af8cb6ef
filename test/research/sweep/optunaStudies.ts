/** A study as Optuna would read it back. */
export interface OptunaStudy {
  readonly name: string;
  readonly direction: string;
  readonly trials: OptunaTrial[];
}

interface OptunaTrial {
  state: 'running' | 'complete' | 'pruned' | 'fail';
  value: number | undefined;
  readonly params: Record<string, unknown>;
  readonly intermediate: Map<number, number>;
}

interface Distribution {
  readonly name: string;
  readonly attributes: {
    readonly low: number;
    readonly high: number;
    readonly step: number | null;
    readonly log: boolean;
    readonly choices: unknown[];
  };
}

type Line = Readonly<Record<string, unknown>>;

/** Applies a journal line by line under the rules of Optuna's `JournalStorage`, and throws where one is broken. */
export function optunaStudies(text: string): OptunaStudy[] {
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  const studies: OptunaStudy[] = [];
  const trials: OptunaTrial[] = [];
  const distributions = new Map<string, Distribution>();
  for (const source of text.split('\n').slice(0, -1)) apply(JSON.parse(source) as Line, studies, trials, distributions);
  return studies;
}

function apply(line: Line, studies: OptunaStudy[], trials: OptunaTrial[], known: Map<string, Distribution>): void {
  must(typeof line['worker_id'] === 'string', line, 'worker_id');
  if (line['op_code'] === 0) {
    const name = line['study_name'] as string;
    must(typeof name === 'string' && studies.every((study) => study.name !== name), line, 'study_name');
    const [direction, another] = line['directions'] as number[];
    must((direction === 1 || direction === 2) && another === undefined, line, 'directions');
    studies.push({ name, direction: direction === 1 ? 'minimize' : 'maximize', trials: [] });
    known.clear();
    return;
  }
  if (line['op_code'] === 4) {
    const study = studies[line['study_id'] as number];
    must(study !== undefined && isTime(line['datetime_start']), line, 'study_id and datetime_start');
    const trial: OptunaTrial = { state: 'running', value: undefined, params: {}, intermediate: new Map() };
    study!.trials.push(trial);
    trials.push(trial);
    return;
  }
  const trial = trials[line['trial_id'] as number]!;
  must(trial?.state === 'running', line, 'trial_id of a trial that is not finished');
  if (line['op_code'] === 5) setParam(line, trial, known);
  else if (line['op_code'] === 7) {
    must(Number.isInteger(line['step']) && Number.isFinite(line['intermediate_value']), line, 'step and intermediate_value');
    trial.intermediate.set(line['step'] as number, line['intermediate_value'] as number);
  } else {
    must(line['op_code'] === 6, line, 'op_code');
    const state = ([undefined, 'complete', 'pruned', 'fail'] as const)[line['state'] as number];
    must(state !== undefined && isTime(line['datetime_complete']), line, 'state and datetime_complete');
    const values = line['values'] as number[] | null;
    must(values === null ? state === 'fail' : values.length === 1 && Number.isFinite(values[0]), line, 'values');
    trial.state = state!;
    trial.value = values?.[0];
  }
}

function setParam(line: Line, trial: OptunaTrial, known: Map<string, Distribution>): void {
  const name = line['param_name'] as string;
  const internal = line['param_value_internal'] as number;
  const distribution = JSON.parse(line['distribution'] as string) as Distribution;
  const before = known.get(name) ?? distribution;
  must(JSON.stringify(before) === JSON.stringify(distribution) && !(name in trial.params), line, 'one distribution, once');
  known.set(name, distribution);
  const { low, high, step, log, choices } = distribution.attributes;
  if (distribution.name === 'CategoricalDistribution') {
    must(Number.isInteger(internal) && internal >= 0 && internal < choices.length, line, 'an index of the choices');
    trial.params[name] = choices[internal];
    return;
  }
  const isInt = distribution.name === 'IntDistribution';
  must(isInt || distribution.name === 'FloatDistribution', line, 'distribution');
  must(low <= high && internal >= low && internal <= high && (!log || low > 0), line, 'bounds');
  must(isInt ? Number.isInteger(step) && step! >= 1 : step === null || step > 0, line, 'step');
  must(!log || (isInt ? step === 1 : step === null), line, 'a logarithm without a step');
  const steps = step === null ? 0 : (internal - low) / step;
  must(Math.abs(steps - Math.round(steps)) < 1e-8, line, 'a value on the raster');
  trial.params[name] = internal;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/.test(value);
}

function must(holds: boolean, line: Line, what: string): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(line)}`);
}
