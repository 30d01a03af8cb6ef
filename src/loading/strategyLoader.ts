import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, messageOf } from '../base/fault.ts';
import { CODE_ENDING, codeFile } from '../base/packageFiles.ts';
import { readParams } from '../engine/params.ts';
import type { AnyStrategy } from '../engine/strategy.ts';
import { readStrategyCode, type StrategyCode } from './strategyCode.ts';
import { importCode } from './importCode.ts';

/** Where the bundled strategies are. */
export const BUNDLED_DIRECTORY: string = fileURLToPath(codeFile('strategies/'));

export interface LoadedStrategy {
  /** The bundled name, or the file's name without its ending. */
  readonly name: string;
  readonly file: string;
  readonly definition: AnyStrategy;
  readonly code: StrategyCode;
}

/** The names of the bundled strategies. */
export function bundledStrategies(): readonly string[] {
  return readdirSync(BUNDLED_DIRECTORY)
    .filter((file) => file.endsWith(CODE_ENDING))
    .map((file) => basename(file, CODE_ENDING))
    .sort();
}

/** Whether `use` names a bundled strategy and not a file. */
export function isBundled(use: string): boolean {
  return extname(use) === '';
}

/** The file that `use` names: a bundled strategy, or a path relative to `directory`. Throws a `Fault` when there is none. */
export function strategyFile(use: string, directory: string): string {
  if (isBundled(use)) {
    const bundled = join(BUNDLED_DIRECTORY, `${use}${CODE_ENDING}`);
    if (/^[A-Za-z][\w-]{0,60}$/.test(use) && existsSync(bundled)) return bundled;
    throw new Fault('strategy', `there is no bundled strategy ${JSON.stringify(use)}; there are ${bundledStrategies().join(', ')}`, {
      suggestion: 'name one of them, or a file with its ending, like ./strategies/mine.ts',
    });
  }
  const file = resolve(directory, use);
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new Fault('strategy', `there is no file ${file}`, { suggestion: 'write one with `sluice strategies new NAME`' });
  }
  return file;
}

/**
 * Loads a strategy's file as it is now, with Node's own type stripping. Throws a `Fault` `strategy` that explains what is wrong with the
 * file.
 */
export async function loadStrategy(use: string, directory: string): Promise<LoadedStrategy> {
  return loaded(readStrategyCode(strategyFile(use, directory)), true);
}

/** Loads code that was read before, whatever its files say by now. Throws as `loadStrategy` does. */
export function loadCode(code: StrategyCode): Promise<LoadedStrategy> {
  return loaded(code, false);
}

async function loaded(code: StrategyCode, isOnDisk: boolean): Promise<LoadedStrategy> {
  const { file } = code;
  let made: { readonly default?: unknown };
  try {
    made = await importCode(code, isOnDisk);
  } catch (error) {
    throw explained(file, error);
  }
  const problem = definitionProblem(made.default);
  if (problem !== undefined) {
    throw new Fault('strategy', `${file}: ${problem}`, {
      suggestion: "it needs `export default strategy({ about, params, setup })`, with `import { strategy, p } from 'sluice'`",
    });
  }
  const definition = made.default as AnyStrategy;
  const { problems } = readParams(definition.params, {});
  if (problems.length > 0) {
    const wrong = problems.map(({ name, problem }) => `the default of its parameter ${name}: ${problem}`);
    throw new Fault('strategy', `${file}: ${wrong.join('; ')}`, { suggestion: 'correct the default, or what the parameter may be' });
  }
  return { name: basename(file, extname(file)), file, definition, code };
}

function definitionProblem(value: unknown): string | undefined {
  if (value === undefined) return 'it has no default export';
  if (typeof value !== 'object' || value === null) return 'its default export is not a strategy';
  const { about, params, setup } = value as Record<string, unknown>;
  if (typeof about !== 'string' || about === '') return 'its strategy has no `about`: one sentence';
  if (typeof params !== 'object' || params === null) return 'its strategy has no `params`: an object, empty when there are none';
  for (const [name, param] of Object.entries(params)) {
    if (typeof (param as { read?: unknown } | null)?.read !== 'function')
      return `its parameter ${name} is not declared with p.decimal, p.int, …`;
  }
  return typeof setup === 'function' ? undefined : 'its strategy has no `setup`: a function of the parameters';
}

/** Says in helpful words why a strategy could not be loaded. */
function explained(file: string, error: unknown): Fault {
  const code = (error as { code?: unknown }).code;
  const message = messageOf(error);
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return new Fault('strategy', `${file}: ${firstLine(message)}`, {
      suggestion:
        'write a union of texts or `as const` instead of an enum, and fields instead of parameter properties: Node only strips types',
      cause: error,
    });
  }
  if (code === 'ERR_INVALID_TYPESCRIPT_SYNTAX' || error instanceof SyntaxError) {
    return new Fault('strategy', `${file}: syntax error: ${placed(file, error)}`, { suggestion: 'correct the place shown', cause: error });
  }
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new Fault('strategy', `${file}: ${firstLine(message)}`, {
      suggestion: `install the package beside the strategy (npm install, in ${dirname(file)}), or correct the import; relative imports name the ending, like ./helper.ts`,
      cause: error,
    });
  }
  return new Fault('strategy', `${file}: it threw while it was loaded: ${placed(file, error)}`, {
    suggestion: 'see the message',
    cause: error,
  });
}

/** Node prints the place above the stack: `file:///…:12`, the source line, and a caret. */
function placed(file: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place = new RegExp(`${basename(file).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\?code=\\w+)?:(\\d+)`).exec(stack);
  return `${place === null ? '' : `line ${place[1]}: `}${messageOf(error)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .slice(0, 300)}`;
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0]!.slice(0, 300);
}
