import { Fault } from '../base/fault.ts';
import { childrenOf, type Field, fieldAt, fields } from './fields.ts';
import { didYouMean } from '../base/didYouMean.ts';

/** A field or a section, and the fields in it. */
export interface Explanation {
  readonly field: Field;
  readonly children: readonly Field[];
}

/**
 * Explains a field, such as `risk.maxDailyLoss` or `strategies.btc-maker.budget`. Throws `Fault('not-found')` with the nearest
 * name when there is no such field.
 */
export function explainSetting(path: string): Explanation {
  const steps = path.split('.');
  const field = fieldAt(steps);
  if (field !== undefined) return { field, children: childrenOf(steps) };
  const names = fields.map((known) => known.path.join('.'));
  const last = steps.at(-1)!;
  const near = didYouMean(path, names) ?? names.find((name) => name.split('.').at(-1) === last);
  throw new Fault('not-found', `there is no setting ${path}`, {
    suggestion: near === undefined ? '`sluice config explain` lists all settings' : `did you mean ${near}?`,
  });
}
