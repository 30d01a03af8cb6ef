import { Fault } from '../base/fault.ts';
import { allOperations, type NamedOperation } from '../contract/contract.ts';
import { exampleTexts } from '../contract/exampleTexts.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import type { JsonSchema } from '../contract/jsonSchema.ts';
import { paramsFromText } from '../contract/paramsFromText.ts';
import { didYouMean } from '../base/didYouMean.ts';
import { argument, type Command, command, flag, option, type Parameter, requiredOption } from './command.ts';
import { goesPastChecks, hasCheckedCommand } from './checkedCommand.ts';
import { quoted } from './quoted.ts';
import { note, type Shell } from './shell.ts';
import { oneOf, textValue } from './values.ts';

/**
 * A command for every row of the contract table: `sluice api exchange.orders.place --symbol …`. The venue gets the request as it
 * is, without strategies or risk checks, from a running daemon where there is one. What trades, takes money out of the account, or asks
 * somebody for money is journalled. These commands are for exploring, and for what has no command of its own: what trades needs `--raw`.
 */
export function apiCommands(): readonly Command[] {
  return [...allOperations().map(operationCommand), rawCommand];
}

function operationCommand(operation: NamedOperation): Command {
  const { name, row } = operation;
  const options: Record<string, Parameter<string | boolean | undefined>> = {};
  for (const field of fieldsOf(row)) options[field.name] = optionOf(field);
  if (hasCheckedCommand(name)) options['raw'] = flag('--raw', 'send it as it is, past every check; the kill switch does not cancel it');
  const example = Object.entries(exampleTexts(row)).map(([field, text]) => `--${field} ${quoted(text)}`);
  return command({
    name: `api ${name}`,
    about: `${row.about} (${row.section}${row.obsolete === undefined ? '' : `; obsolete: ${row.obsolete}`})`,
    options,
    dryRun: true,
    examples: [[`api ${name}`, ...example, ...(hasCheckedCommand(name) ? ['--raw'] : [])].join(' ')],
    async run({ options: given }, shell) {
      const typed = Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
      const { withReferences } = await import('../treasury/references.ts');
      const { transferId } = await import('./transferId.ts');
      const { texts, made } = withReferences(name, typed, transferId());
      const params = paramsFromText(name, row, texts);
      if (hasCheckedCommand(name) && given['raw'] !== true && !shell.options.dryRun) throw goesPastChecks(name, typed);
      if (row.obsolete !== undefined) note(shell, `${name} is obsolete: ${row.obsolete}`);
      if (made.length > 0 && !shell.options.dryRun) note(shell, `made here, to find it again by: ${made.join(', ')}`);
      const { callOperation } = await import('./apiCall.ts');
      await callOperation(shell, operation, texts, params);
    },
  });
}

function optionOf({ name, type, required, part, schema }: Field): Parameter<string | undefined> {
  const isList = type === 'list';
  const flags = `--${name} <${isList || type === 'object' ? 'json' : 'value'}>`;
  const about = `${type}, in the ${part}${isList ? '; may be repeated, an item each' : ''}`;
  const choices = choicesOf(schema);
  return {
    ...(required ? requiredOption : option)(flags, about, isList ? listText : anyText),
    ...(choices.length === 0 ? {} : { choices }),
    repeatable: isList,
  };
}

/** The allowed words, where a schema allows only a few. */
function choicesOf({ enum: words, type, anyOf }: JsonSchema): readonly string[] {
  if (words !== undefined) return words.filter((word) => word !== null).map(String);
  if (anyOf !== undefined) return anyOf.flatMap(choicesOf);
  return [type].flat().includes('boolean') ? ['true', 'false'] : [];
}

const rawCommand = command({
  name: 'api raw',
  about: 'Sign and send any request: for paths that the specification does not show',
  args: {
    method: argument('method', 'GET, POST, PUT or DELETE', oneOf('GET', 'POST', 'PUT', 'DELETE')),
    path: argument('path', 'with its query string, percent-encoded, like /v1/balances?currency=EUR', pathValue),
  },
  options: {
    body: option('--body <json>', 'sent byte for byte as it is written here', textValue),
    interface: option('--interface <name>', 'whose address and key are used', oneOf('exchange', 'processing', 'hostedPage'), 'exchange'),
  },
  dryRun: true,
  examples: ['api raw GET /v1/balances', `api raw POST /v1/withdrawals/batches --body '[{"currency":"BTC"}]' --dry-run`],
  async run({ args: { method, path }, options: { body, interface: name } }, shell: Shell) {
    const { callRaw } = await import('./apiCall.ts');
    await callRaw(shell, name, method, path, body);
  },
});

/** Takes any text. The row's schema says what is wrong with it. */
function anyText(text: string): string {
  return text;
}

/** A list as JSON, or item by item when the option is repeated. */
function listText(text: string, previous: unknown): string {
  if (typeof previous !== 'string') return text.trim().startsWith('[') ? text : `[${text}]`;
  const items = [previous, text].map(itemsOf).filter((part) => part !== '');
  return `[${items.join(',')}]`;
}

function itemsOf(text: string): string {
  const list = /^\s*\[([^]*)\]\s*$/.exec(text)?.[1];
  return (list ?? text).trim();
}

function pathValue(text: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(text)) throw new Error('expected a path that begins with / and is percent-encoded');
  return text;
}

/** The words of a command line, with `--from-amount` written as its field: `--fromAmount`. */
export function withFieldNames(argv: readonly string[]): string[] {
  const known = new Set(allOperations().flatMap(({ row }) => fieldsOf(row).map(({ name }) => `--${name}`)));
  return argv.map((word) => {
    const field = word.replaceAll(/(?<=\w)-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return known.has(field) ? field : word;
  });
}

/** The fault for an unknown operation. It names the one that may have been meant. */
export function unknownOperation(name: string): Fault {
  const names = allOperations().map((operation) => operation.name);
  const meant = didYouMean(name, names) ?? names.find((known) => known.endsWith(`.${name}`));
  return new Fault('usage', `there is no operation ${name}`, {
    suggestion: meant === undefined ? '`sluice api --list` lists them' : `did you mean ${meant}?`,
  });
}

export function isOperation(name: string): boolean {
  return name === 'raw' || allOperations().some((operation) => operation.name === name);
}
