import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { differenceOfFigures, signOfFigure } from './figures.ts';
import { shellWord } from './shellWord.ts';

export type ParamForm = ControlReply<'strategies.list'>[number]['params'][number];

/** A parameter that a person has written another value for. */
export interface ParamChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
  /** Why it can't be that value; undefined when nothing is known against it. The daemon checks it again. */
  readonly problem: string | undefined;
}

/** What differs from the values in force, in the order of the form. `written` has what stands in the fields, by name. */
export function paramChanges(params: readonly ParamForm[], written: Readonly<Record<string, string>>): readonly ParamChange[] {
  return params.flatMap((param) => {
    const after = written[param.name]?.trim();
    if (after === undefined || after === (param.value ?? '')) return [];
    return [{ name: param.name, before: param.value, after, problem: paramProblem(param, after) }];
  });
}

/** Why the text is no value of the parameter, as far as its form tells. */
export function paramProblem({ kind, min, max, choices, isOptional }: ParamForm, text: string): string | undefined {
  if (text === '') return isOptional ? 'to leave it out, take its line out of the file' : 'expected a value';
  if (choices !== undefined) return choices.includes(text) ? undefined : `expected one of ${choices.join(', ')}`;
  if (kind === 'bool') return text === 'true' || text === 'false' ? undefined : 'expected true or false';
  if (kind !== 'decimal' && kind !== 'int') return undefined;
  if (signOfFigure(text) === undefined) return 'expected a number';
  if (kind === 'int' && !/^[+-]?\d+$/.test(text)) return 'expected a whole number';
  if (min !== undefined && signOfFigure(differenceOfFigures(text, min)) === -1) return `expected ${min} or more`;
  if (max !== undefined && signOfFigure(differenceOfFigures(max, text)) === -1) return `expected ${max} or less`;
  return undefined;
}

/** The commands that put the changes into the file, show what they would do, and put them into force. */
export function paramCommands(strategy: string, changes: readonly ParamChange[], file: string | undefined): readonly string[] {
  const where = file === undefined ? '' : ` -c ${shellWord(file)}`;
  const sets = changes.map(
    ({ name, after }) => `sluice config set ${shellWord(`strategies.${strategy}.params.${name}`)} ${shellWord(after)}${where}`,
  );
  return [...sets, 'sluice config plan', 'sluice reload'];
}
