import { type Argument, Command as Program, createArgument, createOption, InvalidArgumentError, type Option } from 'commander';
import { assert } from '../base/assert.ts';
import { Fault } from '../base/fault.ts';
import type { Command, Parameter } from './command.ts';
import type { GuardedIo } from './outputGuard.ts';
import { createShell, FORMATS } from './shell.ts';

/** The descriptions of the groups of commands. A group may be in another one: `treasury key`. */
export const GROUPS: Readonly<Record<string, string>> = {
  config: 'Check, explain and show the configuration',
  orders: 'List, place, replace and cancel orders',
  refusals: "What was learned of the venue's refusals, and what a person decides of it",
  position: 'What changed positions besides executions, and what a person corrects of them',
  fills: 'List the fill log',
  ledger: 'The ledger: what has changed the balances, and what a person books of it',
  convert: 'Quote and execute conversions',
  strategies: 'List, make and check strategies, and what one keeps',
  store: 'Where the state of an account is kept: move it to a Postgres, and back',
  data: 'List, check, export and import recordings',
  report: 'Open and compare the reports of runs',
  treasury: 'Move money under a policy: keys of persons, approvals, the address book, the audit log',
  'treasury book': 'The address book: where money may go',
  'treasury batch': 'Many payments at once, from a file',
  'treasury audit': 'The audit log: who did what, and whether it is whole',
  'treasury policy': 'The rules by which money may leave',
  'treasury key': 'The keys with which persons sign what they approve',
  'treasury deposit': 'Bring money in: bank transfers and crypto addresses, with their fees and instructions',
  messages: 'What people and machines outside are told',
  pay: 'Payments of customers: requests, addresses, refunds, payouts',
  'pay intents': 'Requests for a payment: create, follow, and settle what needs a decision',
  'pay addresses': 'Permanent addresses, one for each account of a customer',
  'pay refunds': 'What a refund costs, what was refunded, and links by which payers claim one',
  'pay payouts': 'What a payout costs and brings, and what became of it',
  page: 'The hosted payment page',
};

const ROOT_HELP = `
Exit codes: 0 ok, 1 internal, 2 usage, 3 not found, 4 configuration, 5 daemon not running, 6 venue or network,
7 refused by risk or policy, 8 unknown outcome, 9 confirmation needed, 10 a check found problems,
11 the daemon ended and left something open at the venue

Examples:
  $ sluice run                     the demo: a venue on this machine, three strategies, no account
  $ sluice book BTC/EUR --depth 5
  $ sluice config check -c config/live.example.yaml`;

/** What the program reports to its caller. */
export interface ProgramEvents {
  /** The exit code of the command that ran. */
  onExit(code: number): void;
  /** Help that was not asked for, because a command is missing. */
  onHelp(text: string): void;
}

/** Builds the whole tree of commands. */
export function buildProgram(commands: readonly Command[], io: GuardedIo, events: ProgramEvents): Program {
  const program = new Program('sluice');
  program
    .description('Trades and converts on one digital-asset venue, or on its simulator')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: false,
      // A group may be a command too, as `simulator` is: its own options are none of the commands within it.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
    })
    .configureOutput({ writeOut: (text) => void io.out.write(text), writeErr: (text) => events.onHelp(text), outputError: () => {} })
    .addHelpText('after', ROOT_HELP);
  for (const option of globalOptions()) program.addOption(option);
  for (const spec of commands) addCommand(program, spec, io, events);
  for (const group of program.commands) addGroupExamples(group, '', commands);
  return program;
}

/** The options that every command takes. */
export function globalOptions(): readonly Option[] {
  return [
    createOption('-o, --output <format>', 'how data is printed').choices(FORMATS).default('table'),
    createOption('-c, --config <file>', 'configuration file'),
    createOption('--state <dir>', 'state directory (else SLUICE_STATE, else that of the account, else ./.sluice)'),
    createOption('--yes', 'confirm without being asked'),
    createOption('--live', 'allow a live account to be used'),
    createOption('--dry-run', 'show what would be done, and do nothing'),
  ];
}

function addCommand(program: Program, spec: Command, io: GuardedIo, events: ProgramEvents): void {
  const steps = spec.name.split(' ');
  const parent = groupOf(program, steps.slice(0, -1));
  const command = parent.command(steps.at(-1)!).description(spec.about);
  const args = Object.entries(spec.args ?? {});
  for (const [, parameter] of args) command.addArgument(argumentOf(parameter));
  for (const [name, parameter] of Object.entries(spec.options ?? {})) {
    const option = optionOf(parameter);
    assert(option.attributeName() === name, `${spec.name}: option ${parameter.flags} must be named ${option.attributeName()}, not ${name}`);
    command.addOption(option);
    if (parameter.repeatable !== true) refuseSecond(command, spec, option);
  }
  command.addHelpText('after', ['', 'Examples:', ...spec.examples.map((example) => `  $ sluice ${example}`)].join('\n'));
  command.action(async () => {
    refuseOptionsOfGroups(command, spec);
    const values = Object.fromEntries(args.map(([name], index) => [name, command.processedArgs[index] as unknown]));
    const shell = createShell(io, program.opts());
    if (shell.options.dryRun && spec.dryRun !== true) {
      throw new Fault('usage', `\`${spec.name}\` has no dry run`, { suggestion: 'leave --dry-run out' });
    }
    events.onExit((await spec.run({ args: values, options: { ...flagsOff(spec), ...command.opts() } }, shell)) ?? 0);
  });
}

/** A flag that is not given is false. The parser is not told so, since the help would show it as a default. */
function flagsOff({ options = {} }: Command): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).flatMap(([name, { fallback }]) => (fallback === false ? [[name, false]] : [])));
}

/** When an option is given twice, it is not clear which value counts. */
function refuseSecond(command: Program, { name }: Command, option: Option): void {
  let isGiven = false;
  command.on(`option:${option.name()}`, () => {
    if (isGiven) throw new Fault('usage', `\`${name}\`: ${option.long} is given more than once`, { suggestion: 'leave all but one out' });
    isGiven = true;
  });
}

/** A group that is a command too has options of its own, which are none of the commands within it. */
function refuseOptionsOfGroups(command: Program, { name }: Command): void {
  for (let group = command.parent; group?.parent; group = group.parent) {
    const given = group.options.find((option) => group.getOptionValueSource(option.attributeName()) === 'cli');
    if (given === undefined) continue;
    throw new Fault('usage', `\`${name}\` does not take ${given.long}, which is an option of \`${pathOf(group)}\``, {
      suggestion: 'leave it out',
    });
  }
}

function pathOf(group: Program): string {
  const above = group.parent;
  return above?.parent ? `${pathOf(above)} ${group.name()}` : group.name();
}

/** The command or the group of commands that these words begin with, such as `orders list`. Empty where they begin with none. */
export function namedBy(program: Program, words: readonly string[]): string {
  let found = program;
  for (const word of words) {
    const inner = found.commands.find((command) => command.name() === word);
    if (inner === undefined) break;
    found = inner;
  }
  return found === program ? '' : pathOf(found);
}

/** The group of these words, each within the one before it. */
function groupOf(program: Program, words: readonly string[]): Program {
  return words.reduce((parent, word, i) => {
    const known = parent.commands.find((command) => command.name() === word);
    if (known !== undefined) return known;
    const name = words.slice(0, i + 1).join(' ');
    const about = GROUPS[name];
    assert(about !== undefined, `the command group ${name} needs a line in GROUPS`);
    return parent.command(word).description(about);
  }, program);
}

/** A group shows the first example of each of its commands. */
function addGroupExamples(group: Program, within: string, commands: readonly Command[]): void {
  const path = `${within}${group.name()}`;
  const examples = commands.filter(({ name }) => name.startsWith(`${path} `)).map((spec) => `  $ sluice ${spec.examples[0]}`);
  const isItself = commands.some(({ name }) => name === path);
  if (examples.length > 0 && !isItself) group.addHelpText('after', ['', 'Examples:', ...examples].join('\n'));
  for (const inner of group.commands) addGroupExamples(inner, `${path} `, commands);
}

function optionOf(parameter: Parameter<unknown>): Option {
  const option = createOption(parameter.flags, parameter.about);
  if (parameter.parse !== undefined) option.argParser(parserOf(parameter));
  if (parameter.fallback !== undefined && parameter.fallback !== false) {
    option.default(parameter.fallback, parameter.shownFallback);
  }
  return parameter.required === true ? option.makeOptionMandatory() : option;
}

function argumentOf(parameter: Parameter<unknown>): Argument {
  const argument = createArgument(parameter.flags, parameter.about);
  return parameter.parse === undefined ? argument : argument.argParser(parserOf(parameter));
}

function parserOf(parameter: Parameter<unknown>): (text: string, previous: unknown) => unknown {
  return (text, previous) => {
    try {
      return parameter.parse!(text, previous);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };
}
