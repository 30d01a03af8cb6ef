import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/base/fault.ts';
import { explainSetting } from '../../src/settings/explainSetting.ts';
import { childrenOf, fieldAt, fields } from '../../src/settings/fields.ts';
import { urlFrom } from '../../src/settings/kinds.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { isStrategyName, settingsSchema } from '../../src/settings/schema.ts';
import { resolveSecret } from '../../src/settings/secrets.ts';
import { settingsSchemaJson } from '../../src/settings/settingsSchemaJson.ts';
import { showSettings } from '../../src/settings/showSettings.ts';
import { isMap, valueAt } from '../../src/settings/treeValue.ts';
import { validate } from '../../src/settings/validate.ts';

describe('the fields of the configuration', () => {
  it('all say what they are for', () => {
    expect(fields.filter(({ about }) => about === '').map(({ path }) => path.join('.'))).toEqual([]);
  });

  it('have defaults and examples that are valid', () => {
    const leaves = fields.filter(({ meta, path }) => meta !== undefined && !path.includes('*') && !path.includes('[]'));
    expect(leaves.length).toBeGreaterThan(20);
    for (const { path, meta, default: fallback } of leaves) {
      for (const text of [...meta!.examples, fallback]) {
        if (text === undefined) continue;
        // YAML reads a flag as a boolean, and everything else as text.
        const value = meta!.kind === 'flag' ? text === 'true' : text;
        const tree = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
        const { problems } = validate(tree as never, undefined);
        expect(
          problems.filter((problem) => problem.path.join('.') === path.join('.')),
          `${path.join('.')}: ${text}`,
        ).toEqual([]);
      }
    }
  });

  it('are hot where a reload may apply them', () => {
    const hot = (path: string) => fieldAt(path.split('.'))?.hot;
    expect([
      hot('risk.maxOrderValue'),
      hot('poll.books'),
      hot('log.level'),
      hot('strategies.x.params'),
      hot('strategies.x.budget'),
      hot('strategies.x.use'),
      hot('strategies.x.protect.0.within'),
    ]).toEqual(Array(7).fill(true));
    expect([hot('mode'), hot('venue.exchange.url'), hot('strategies.x.symbol'), hot('simulator.seed')]).toEqual(Array(4).fill(false));
  });

  it('are found by path, names and indexes included', () => {
    expect(fieldAt(['strategies', 'btc-maker', 'budget'])?.meta?.kind).toBe('amount');
    expect(fieldAt(['risk', 'symbols', 3])?.meta?.kind).toBe('symbol');
    expect(childrenOf(['log']).map(({ path }) => path.join('.'))).toEqual(['log.level']);
  });
});

describe('explaining a setting', () => {
  it('gives its kind, default and unit', () => {
    expect(explainSetting('poll.books').field).toMatchObject({ default: '1s', hot: true, required: false, meta: { kind: 'duration' } });
    expect(explainSetting('strategies.my-maker.opening.amount').field.required).toBe(true);
  });

  it('suggests the nearest when there is none', () => {
    expect(() => explainSetting('risk.maxDalyLoss')).toThrow('there is no setting risk.maxDalyLoss');
    expect(() => explainSetting('maxDailyLoss')).toThrow(
      expect.objectContaining({ code: 'not-found', suggestion: 'did you mean risk.maxDailyLoss?' }),
    );
  });

  it('lists what a section holds', () => {
    expect(explainSetting('risk').children.map(({ path }) => path.at(-1))).toContain('maxOrderValue');
  });
});

describe('the JSON Schema', () => {
  it('lets editors write numbers where the file has numbers, and refuses unknown keys', () => {
    const schema = settingsSchemaJson() as {
      properties: Record<string, { properties: Record<string, unknown>; additionalProperties?: boolean }>;
    };
    expect(schema.properties['poll']?.properties['depth']).toMatchObject({ type: 'integer', default: 50 });
    expect(schema.properties['poll']?.properties['books']).toMatchObject({ type: 'string', default: '1s' });
    expect(schema.properties['poll']?.additionalProperties).toBe(false);
    expect(JSON.stringify(schema)).not.toContain('undefined');
    expect(settingsSchema.safeParse({}).success).toBe(true);
  });
});

describe('showing settings', () => {
  it('writes them as a file would, with secrets by origin and length', async () => {
    const env = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1', SLUICE_EXCHANGE_KEY: 'hunter2', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
    const shown = showSettings(await loadSettings({ file: new URL('../../config/demo.yaml', import.meta.url).pathname, env }));
    expect(shown).toMatchObject({
      venue: { exchange: { key: 'set (env SLUICE_EXCHANGE_KEY, 7 chars)', secret: 'set (env SLUICE_EXCHANGE_SECRET, 8 chars)' } },
      risk: { priceCollar: '5%', staleAfter: '5s', maxOrderValue: '2000 EUR' },
      poll: { books: '500ms' },
    });
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|c2VjcmV0/);
    const { problems } = validate({ ...shown, venue: {} }, undefined);
    expect(problems.map(({ message }) => message).filter((message) => !message.includes('whole number'))).toEqual([]);
  });
});

describe('words', () => {
  it('name strategies without becoming paths', () => {
    expect(['btc-maker', 'A_1', '9'].every(isStrategyName)).toBe(true);
    expect(['../x', '', '-a', 'a/b', 'a.b', 'x'.repeat(41)].some(isStrategyName)).toBe(false);
  });

  it('are addresses only without user name, query and fragment', () => {
    expect(urlFrom('https://a.b/c//')).toBe('https://a.b/c');
    expect(['https://u@a.b', 'https://a.b?x', 'https://a.b#x', 'ftp://a.b', 'a.b', ''].map(urlFrom)).toEqual(Array(6).fill(undefined));
  });

  it('name variables, not their contents', () => {
    expect(resolveSecret('${env:A-B}', { 'A-B': 'x' }, '.')).toContain('not the name of an environment variable');
    expect(messageOf(resolveSecret('plain', {}, '.'))).toBe('this is not a reference');
  });

  it('lead to places in a tree, and nowhere else', () => {
    expect(valueAt({ a: ['x'] }, ['a', 0])).toBe('x');
    expect(valueAt({ a: 'x' }, ['a', 'length', 'constructor'])).toBeUndefined();
    expect([isMap({}), isMap([]), isMap(null), isMap('x'), isMap(undefined)]).toEqual([true, false, false, false, false]);
  });
});
