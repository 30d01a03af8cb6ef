import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strategyTemplate } from '../../src/loading/strategyTemplate.ts';
import { type KitFolder, kitFolder } from './kitFolder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Each is a handler of a strategy whose parameters are `size`, a decimal, and `looks`, a whole number. */
const BAD_HANDLERS: Readonly<Record<string, readonly [handler: string, error: string]>> = {
  'a misspelt handler': ['onBok() {}', 'onBok'],
  'a misspelt handler beside a right one': ['onBook() {}, onFil() {}', 'there is no handler onFil'],
  'an async handler': ['async onBook() { await 1; }', 'a handler is synchronous'],
  'an async function as a handler': ['onTimer: async (ctx) => { ctx.log("a"); }', 'a handler is synchronous'],
  'a handler that is none': ['onBook: 5', 'number'],
  'a number as an amount': ['onBook(_, ctx) { ctx.place({ side: "Buy", amount: 0.01 }); }', "Type 'number' is not assignable"],
  'a number as a quoted amount': [
    'onBook(_, ctx) { ctx.quote([{ side: "Buy", price: 1, amount: 1 }]); }',
    "Type 'number' is not assignable",
  ],
  'a text as an amount': ['onBook(_, ctx) { ctx.place({ side: "Buy", amount: "0.01" }); }', "Type 'string' is not assignable"],
  'a side in small letters': ['onBook(_, ctx) { ctx.place({ side: "buy", amount: size }); }', "'\"buy\"' is not assignable to type 'Side'"],
  'a text as a price': ['onBook(_, ctx) { ctx.place({ side: "Buy", price: "1", amount: size }); }', "'string' is not assignable"],
  'an order without an amount': ['onBook(_, ctx) { ctx.place({ side: "Buy", price: 1 }); }', 'amount'],
  'a misspelt member of an order': ['onBook(_, ctx) { ctx.place({ side: "Buy", amount: size, pirce: 1 }); }', 'pirce'],
  'a wanted quote without a price': ['onBook(_, ctx) { ctx.quote([{ side: "Buy", amount: size }]); }', 'price'],
  'a quote for two amounts': [
    'onTimer(ctx) { ctx.requestQuote({ fromCurrency: "EUR", toCurrency: "BTC", fromAmount: size, toAmount: size }); }',
    'not assignable',
  ],
  'a parameter that was not declared': ['onBook(_, ctx) { ctx.log(String(params.width)); }', "'width' does not exist"],
  'a decimal that is multiplied like a number': ['onBook(_, ctx) { ctx.log(String(size * 2)); }', 'arithmetic operation'],
  'a side of the book that may be empty': ['onBook(book, ctx) { ctx.log(String(book.bestBid.plus(1))); }', 'possibly'],
  'a number as saved state': ['onTimer(ctx) { ctx.state.set("n", 1); }', "'number' is not assignable to parameter of type 'string'"],
  'a member that the context has not': ['onTimer(ctx) { ctx.sell(size); }', "'sell' does not exist"],
  'chance that is called': ['onTimer(ctx) { ctx.log(String(ctx.random())); }', 'not callable'],
};

/** Each is a whole strategy. */
const BAD_FILES: Readonly<Record<string, readonly [text: string, error: string]>> = {
  'the context of one market where there are several': [
    "export default strategy({ about: 'a', params: {}, markets: ['left', 'right'], setup: () => ({ onBook(_, ctx) { ctx.quote([]); } }) });",
    "'quote' does not exist",
  ],
  'a market that was not declared': [
    "export default strategy({ about: 'a', params: {}, markets: ['left'], setup: () => ({ onBook(_, ctx) { ctx.markets.right.quote([]); } }) });",
    "'right' does not exist",
  ],
  'a misspelt member of the definition': ["export default strategy({ about: 'a', parms: {}, params: {}, setup: () => ({}) });", 'parms'],
  'a definition without a sentence': ['export default strategy({ params: {}, setup: () => ({}) });', 'about'],
  'a number as the default of a decimal': [
    "export default strategy({ about: 'a', params: { size: p.decimal(0.01) }, setup: () => ({}) });",
    "'number' is not assignable to parameter of type 'string'",
  ],
  'a default that is no choice': [
    "export default strategy({ about: 'a', params: { way: p.pick(['up', 'down'], 'left') }, setup: () => ({}) });",
    '"left"',
  ],
  'a setup that returns nothing': ["export default strategy({ about: 'a', params: {}, setup() {} });", 'void'],
};

const HEAD = "import { dec, p, strategy } from 'sluice';\n";

function around(handler: string): string {
  return `${HEAD}export default strategy({ about: 'a', params: { size: p.decimal('1'), looks: p.int(5) }, setup: (params) => {
  const { size } = params;
  return { ${handler} };
} });
`;
}

function filesIn(folderName: string): string[] {
  const names = readdirSync(join(ROOT, folderName)).filter((name) => name.endsWith('.ts'));
  return names.map((name) => readFileSync(join(ROOT, folderName, name), 'utf8'));
}

let kit: KitFolder;
beforeAll(() => {
  kit = kitFolder();
});
afterAll(() => kit.remove());

describe('the types of the kit, under an ordinary tsc --strict', () => {
  it('U2: accept the bundled strategies, the template and the examples', () => {
    const bundled = filesIn('strategies');
    const texts = [
      ...bundled.map((text) => text.replaceAll("'#kit'", "'sluice'")),
      strategyTemplate('A template.'),
      ...filesIn('docs/examples'),
    ];
    expect(texts.length).toBeGreaterThan(20);
    expect(kit.errorsOf(Object.fromEntries(texts.map((text, i) => [`good${i}.ts`, text])))).toEqual(new Map());
  });

  it('U3: refuse each mistake, and name it', () => {
    const handlers = Object.entries(BAD_HANDLERS).map(([what, [handler, error]]) => ({ what, error, text: around(handler) }));
    const files = Object.entries(BAD_FILES).map(([what, [text, error]]) => ({ what, error, text: HEAD + text }));
    const bad = [...handlers, ...files];
    const errors = kit.errorsOf(Object.fromEntries(bad.map(({ text }, i) => [`bad${i}.ts`, text])));
    const passed = bad.flatMap(({ what, error }, i) =>
      errors.get(`bad${i}.ts`)?.includes(error) === true ? [] : [what, errors.get(`bad${i}.ts`)],
    );
    expect(passed).toEqual([]);
    expect(errors.size).toBe(bad.length);
  });
});
