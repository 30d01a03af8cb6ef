import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editYaml } from '../../src/settings/editYaml.ts';
import { valueAt } from '../../src/settings/treeValue.ts';
import { readYaml } from '../../src/settings/yamlTree.ts';

const SOURCE = `# Mine.
mode: demo   # for now

venue:
  exchange: { url: https://venue.example, key: \${env:KEY}, secret: "\${file:/run/s}" }
risk:
    maxOpenOrders:   20    # not more
    onStop: 'cancel'

    # The end of risk.
strategies:
  a: { use: maker, symbol: BTC/EUR, params: { spreadBps: 22.50, size: 0.004 } } # a note
  b:
    use: dca
    params:
      amount: 25
      at: 0 9 * * 1
    # Below b.
`;

const edit = (path: string, value: string, source = SOURCE): string => editYaml(source, [{ path: path.split('.'), value }]);

describe('editYaml', () => {
  it('changes a value and leaves every other character as it is', () => {
    expect(edit('strategies.a.params.spreadBps', '19.75')).toBe(SOURCE.replace('22.50', '19.75'));
    expect(edit('risk.maxOpenOrders', '30')).toBe(SOURCE.replace('  20  ', '  30  '));
    expect(edit('risk.onStop', 'keep')).toBe(SOURCE.replace("'cancel'", 'keep'));
    expect(edit('strategies.b.params.at', '30 8 * * *')).toBe(SOURCE.replace('0 9 * * 1', '30 8 * * *'));
    expect(edit('mode', 'paper')).toBe(SOURCE.replace('demo   #', 'paper   #'));
  });

  it('adds what is not there, where it belongs', () => {
    expect(edit('strategies.a.params.smooth', '40')).toBe(SOURCE.replace('size: 0.004 }', 'size: 0.004, smooth: 40 }'));
    expect(edit('strategies.b.params.limit', '5')).toBe(SOURCE.replace('at: 0 9 * * 1\n', 'at: 0 9 * * 1\n      limit: 5\n'));
    expect(edit('risk.maxDailyLoss', '150 EUR')).toBe(
      SOURCE.replace("onStop: 'cancel'\n", "onStop: 'cancel'\n    maxDailyLoss: 150 EUR\n"),
    );
    expect(edit('log.level', 'debug')).toBe(
      SOURCE.replace('at: 0 9 * * 1\n', 'at: 0 9 * * 1\nlog: { level: debug }\n').replace('\n    # Below b.\n', '\n    # Below b.\n'),
    );
    expect(edit('backtest.fees.maker', '0.1%', 'mode: demo\nbacktest:\n')).toBe('mode: demo\nbacktest: { fees: { maker: 0.1% } }\n');
    expect(edit('s.p', '1', 's: {}')).toBe('s: { p: 1 }');
  });

  it('puts quotes only around what would not be read as itself', () => {
    expect(edit('strategies.a.params.spreadBps', 'a, b')).toContain('spreadBps: "a, b",');
    expect(edit('risk.onStop', 'null')).toContain('onStop: "null"');
    expect(edit('risk.onStop', 'a: b # c')).toContain('onStop: "a: b # c"');
    expect(edit('strategies.a.params.lean', 'true')).toContain('lean: true }');
    expect(edit('risk.symbols', '[BTC/EUR, ETH/EUR]')).toContain('symbols: [BTC/EUR, ETH/EUR]');
  });

  it('refuses what it can not do without changing more', () => {
    expect(() => edit('mode.inner', '1')).toThrow('mode is a single value and has nothing below it');
    expect(() => edit('a', '1', '')).toThrow('the file is empty');
    expect(() => edit('a', '1', 'a: [')).toThrow('can not be read');
    expect(() => edit('a', '2', 'a: &x 1\nb: *x\n')).toThrow('without changing more');
    expect(() => edit('risk', '{ maxOpenOrders: 1')).toThrow('can not be written there');
  });

  it('reads back what it wrote, in every bundled configuration', () => {
    const sources = ['demo', 'backtest', 'paper', 'live.example'].map((name) =>
      readFileSync(fileURLToPath(new URL(`../../config/${name}.yaml`, import.meta.url)), 'utf8'),
    );
    const paths = ['mode', 'risk.maxOpenOrders', 'log.level', 'strategies.new.params.x', 'backtest.latency.entry'];
    const texts = fc.stringMatching(/^[ -~]{1,20}$/).filter((text) => !/^[[{]/.test(text) && text.trim() === text);
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.constantFrom(...paths), texts, (source, path, value) => {
        const changed = edit(path, value, source);
        expect(valueAt(readYaml(changed).value, path.split('.'))).toBe(value);
        const comments = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'));
        expect(comments(changed)).toEqual(comments(source));
      }),
    );
  });
});
