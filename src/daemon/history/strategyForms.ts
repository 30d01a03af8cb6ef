import type { Param } from '../../engine/params.ts';
import type { StrategySettings } from '../../engine/strategySettings.ts';
import { textsOf } from '../../loading/strategyParams.ts';
import { symbolsOf } from '../../model/tradedMarkets.ts';
import type { Settings } from '../../settings/loadSettings.ts';

/** One parameter of a strategy: what it is, and what it may be. Values are texts, as a person writes them. */
export interface ParamForm {
  readonly name: string;
  readonly kind: Param['kind'];
  /** Undefined when it is left out. */
  readonly value: string | undefined;
  readonly initial: string | undefined;
  readonly about: string | undefined;
  readonly unit: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly step: string | undefined;
  readonly choices: readonly string[] | undefined;
  readonly isOptional: boolean;
}

/** A strategy as it is configured. */
export interface StrategyForm {
  readonly name: string;
  /** A bundled strategy, or a file. */
  readonly use: string;
  readonly symbols: readonly string[];
  /** An amount with its currency. */
  readonly budget: string | undefined;
  readonly params: readonly ParamForm[];
}

export function strategyForms(settings: Pick<Settings, 'strategies'>, strategies: readonly StrategySettings[]): readonly StrategyForm[] {
  return strategies.flatMap(({ name, definition }) => {
    const configured = settings.strategies[name];
    if (configured === undefined) return [];
    const { use, budget, params } = configured;
    const given = textsOf(params).texts;
    return {
      name,
      use,
      symbols: symbolsOf(configured),
      budget: budget && `${budget.amount.toFixed()} ${budget.currency}`,
      params: Object.entries(definition.params).map(([param, declared]) => formOf(param, declared, given[param])),
    };
  });
}

function formOf(name: string, { kind, initial, options }: Param, given: string | undefined): ParamForm {
  const { about, unit, min, max, step, choices, optional = false } = options;
  return { name, kind, value: given ?? initial, initial, about, unit, min, max, step, choices, isOptional: optional };
}
