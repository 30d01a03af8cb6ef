import { describe, expect, it } from 'vitest';
import { argument, command, flag, option, repeatableOption, optionalArgument, requiredOption } from '../../src/cli/command.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { balanceValue, symbolValue, textValue, wholeValue } from '../../src/cli/values.ts';
import { testIo } from './testIo.ts';

describe('a command', () => {
  const seen: unknown[] = [];
  const spec = command({
    name: 'config try',
    about: 'For this test',
    args: { symbol: argument('symbol', 'a pair', symbolValue), note: optionalArgument('note', 'a text', textValue) },
    options: {
      depth: option('--depth <levels>', 'levels', wholeValue(1, 9), 5),
      dryTest: flag('--dry-test', 'a flag'),
      balance: repeatableOption('--balance <balance>', 'may be repeated', balanceValue),
      price: requiredOption('--price <price>', 'needed', textValue),
    },
    examples: ['config try BTC/EUR --price 1'],
    async run({ args, options }, shell) {
      seen.push({ args, options, global: shell.options });
      return 10;
    },
  });
  const parse = async (...argv: string[]): Promise<number> => {
    let code = -1;
    const events = { onExit: (exit: number) => (code = exit), onHelp: () => {} };
    await buildProgram([spec], testIo({ cwd: '/base', env: { SLUICE_STATE: 'from-env', SLUICE_ACCOUNTS: 'register' } }), events).parseAsync(
      argv,
      { from: 'user' },
    );
    return code;
  };

  it('gets false for a flag that is not given', async () => {
    await parse('config', 'try', 'btc/eur', '--price', '1');
    expect(seen.pop()).toMatchObject({ options: { dryTest: false } });
  });

  it('gets parsed arguments, options and the common options from anywhere on the line, and gives its exit code', async () => {
    const line = 'config try btc/eur -o json --price 1.50 --balance EUR=10 --balance btc=0.10 --yes --dry-test';
    expect(await parse(...line.split(' '))).toBe(10);
    expect(seen.pop()).toEqual({
      args: { symbol: 'BTC/EUR', note: undefined },
      options: { depth: 5, dryTest: true, balance: { EUR: '10', BTC: '0.10' }, price: '1.50' },
      global: {
        output: 'json',
        config: undefined,
        state: '/base/from-env',
        namedConfig: undefined,
        isStateNamed: true,
        accounts: '/base/register',
        yes: true,
        live: false,
        dryRun: false,
      },
    });
    await parse('-c', 'x.yaml', '--state', '/var/s', 'config', 'try', 'A/B', 'why', '--price', '1', '--depth', '3');
    expect(seen.pop()).toMatchObject({
      args: { note: 'why' },
      options: { depth: 3 },
      global: { config: 'x.yaml', state: '/var/s', output: 'table' },
    });
  });

  it.each([
    [['A/B'], "required option '--price <price>' not specified"],
    [['A/B', '--price', '1', '--depth', '10'], 'expected a whole number from 1 to 9'],
    [['A/B', '--price', '1', '--depth', '1e0'], 'expected a whole number'],
    [['AB', '--price', '1'], 'expected a trading pair'],
    [['A/B', '--price', '1', '--balance', 'EUR:3'], 'expected CURRENCY=AMOUNT'],
    [['A/B', '--price', ' '], 'expected a text'],
    [['A/B', '--price', '1', '-o', 'xml'], 'Allowed choices are table, json'],
    [['A/B', 'x', 'y', '--price', '1'], 'too many arguments'],
    [['--price', '1'], "missing required argument 'symbol'"],
  ])('refuses %j', async (argv, message) => {
    await expect(parse('config', 'try', ...argv)).rejects.toThrow(message);
    expect(seen).toEqual([]);
  });

  it('must name its options as their flags say', () => {
    const wrong = command({ ...spec, options: { deep: option('--depth <n>', 'levels', wholeValue(1, 9), 5) } });
    expect(() => buildProgram([wrong], testIo(), { onExit: () => {}, onHelp: () => {} })).toThrow('must be named depth');
  });
});
