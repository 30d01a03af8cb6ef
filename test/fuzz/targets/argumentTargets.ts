import { Writable } from 'node:stream';
import { CommanderError } from 'commander';
import { isFault } from '../../../src/base/fault.ts';
import { paramsFromText } from '../../../src/contract/paramsFromText.ts';
import { allOperations } from '../../../src/contract/contract.ts';
import { apiCommands, withFieldNames } from '../../../src/cli/apiCommands.ts';
import type { Command, Parameter } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { reportFailure } from '../../../src/cli/failure.ts';
import { guardedIo } from '../../../src/cli/outputGuard.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import { testIo } from '../../cli/testIo.ts';
import { Broken, errors, must } from '../broken.ts';
import { mutateLines } from '../mutateText.ts';
import type { Target } from '../target.ts';

const USAGE = 2;

/** The arguments of each command, a word in each line: they are read, or refused as wrong usage. */
export function argumentTargets(): readonly Target[] {
  const all = [...commands, ...apiCommands()].map(listening);
  const seeds = all.flatMap(({ examples }) => examples.map((example) => wordsOf(example).join('\n')));
  return [
    {
      name: 'arguments',
      weight: 4,
      seeds,
      mutate: mutateLines,
      async check(input) {
        const words = input.split('\n');
        const named = all.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
        noticed = undefined;
        const spec = named ?? all[input.length % all.length]!;
        await parse(spec, named === undefined ? [...spec.name.split(' '), ...words.slice(2)] : words);
        if (noticed !== undefined) throw noticed as Error;
      },
    },
  ];
}

/** Those that are commands themselves, as `api` is, come before the commands of their group. */
const FIRST = new Map(commands.filter(({ name }) => !name.includes(' ')).map((spec) => [spec.name, listening(spec)]));
const IO = testIo();
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

async function parse(spec: Command, words: readonly string[]): Promise<void> {
  const told: string[] = [];
  const err = new Writable({ write: (text, _encoding, done) => (told.push(String(text)), done()) });
  const io = guardedIo({ ...IO, out: nowhere, err });
  const first = spec.name.includes(' ') ? FIRST.get(spec.name.split(' ')[0]!) : undefined;
  const program = buildProgram(first === undefined ? [spec] : [first, spec], io, {
    onExit: () => undefined,
    onHelp: () => undefined,
  });
  try {
    await program.parseAsync(spec.name.startsWith('api ') ? withFieldNames(words) : [...words], { from: 'user' });
  } catch (error) {
    if (error instanceof Broken || !(error instanceof CommanderError || isFault(error, 'usage') || isFault(error, 'invalid-request')))
      throw error;
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const code = reportFailure(error, io, 'table');
    must(code === USAGE || isFault(error, 'invalid-request'), () => `wrong usage ends with ${code}`);
    // oxlint-disable-next-line no-control-regex -- these are the characters that must not get to a terminal
    must(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(told.join('')), 'an error would control the terminal');
  }
}

/** The same command, which only reads its arguments, and whose parsers may throw nothing but their own errors. */
function listening(spec: Command): Command {
  const operation = allOperations().find(({ name }) => spec.name === `api ${name}`);
  return {
    ...spec,
    dryRun: true,
    args: heard(spec.args),
    options: heard(spec.options),
    run({ options }) {
      if (operation === undefined) return Promise.resolve();
      const texts = Object.entries(options).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      paramsFromText(operation.name, operation.row, Object.fromEntries(texts));
      return Promise.resolve();
    },
  };
}

function heard(parameters: Readonly<Record<string, Parameter<unknown>>> = {}): Record<string, Parameter<unknown>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const { parse: inner } = parameter;
      return [
        name,
        inner === undefined ? parameter : { ...parameter, parse: (text: string, previous: unknown) => heardParse(inner, text, previous) },
      ];
    }),
  );
}

const PLAIN = errors(Error);

function heardParse(inner: (text: string, previous: unknown) => unknown, text: string, previous: unknown): unknown {
  try {
    return inner(text, previous);
  } catch (error) {
    // The program shows the message of whatever a parser throws, so this is the only place where it is noticed.
    if (!PLAIN(error)) noticed = error;
    throw error;
  }
}

let noticed: unknown;

/** The words of an example as a shell would split them. */
function wordsOf(example: string): string[] {
  return [...example.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain!);
}
