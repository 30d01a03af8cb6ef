import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PAGE = new URL('../../docs/strategies.md', import.meta.url);
const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** A strategy below a heading of the page about strategies, counted from 0. */
function exampleOf(heading: string, number = 0): string {
  const [, section] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`);
  return [...section!.matchAll(/```ts\n([\s\S]*?)```/g)][number]![1]!;
}

/** Loads a strategy as the daemon does and shows it books, ten minutes apart, that rise ever faster. Gives its alerts, or why it was stopped. */
const SCRIPT = `
  const { loadStrategy } = await import(${url('../../src/loading/strategyLoader.ts')});
  const { EngineBench } = await import(${url('../engine/engineBench.ts')});
  const { configured, settingsOf } = await import(${url('../engine/fixtures.ts')});
  const { definition } = await loadStrategy(process.argv[1], process.cwd());
  const bench = new EngineBench(settingsOf([configured(definition, {})]));
  bench.send({ type: 'set-up' });
  for (let i = 0; i < 80; i++) bench.touch(String(60000 + i * i), String(60010 + i * i), 600_000);
  const told = bench.notices('alert').map(({ message }) => message);
  process.stdout.write(JSON.stringify({ told, reason: bench.strategy().reason }));`;

it('shows a strategy with signals that works', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-page-'));
  try {
    const file = join(folder, 'signals.ts');
    writeFileSync(file, exampleOf('Signals'));
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, file], { encoding: 'utf8' });
    const { told, reason } = JSON.parse(shown) as { told: string[]; reason?: string };
    expect(reason).toBeUndefined();
    expect(told.length).toBeGreaterThan(10);
    expect(told[0]).toMatch(/^BTC\/EUR rises at 6\d{4}$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Loads a strategy of several markets, and shows it what a script of its own says. Gives what it placed or asked for, or why it was stopped. */
const severalScript = (
  markets: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>>,
  play: string,
  held = '0',
): string => `
  const { loadStrategy } = await import(${url('../../src/loading/strategyLoader.ts')});
  const { EngineBench } = await import(${url('../engine/engineBench.ts')});
  const { configured, fillOf, settingsOf } = await import(${url('../engine/fixtures.ts')});
  const { definition } = await loadStrategy(process.argv[1], process.cwd());
  const { symbol, ...strategy } = configured(definition, ${JSON.stringify(params)});
  const { dec } = await import(${url('../../src/base/decimal.ts')});
  const fills = ${held} === 0 ? [] : [fillOf({ strategy: 's', symbol: 'ETH/EUR', amount: dec('${held}'), price: dec('1800') })];
  const bench = new EngineBench(settingsOf([{ ...strategy, markets: ${JSON.stringify(markets)} }]), { restored: { fills } });
  const show = (symbol, mid, half) => bench.touch(String(mid - half), String(mid + half), 0, symbol);
  ${play}
  const told = bench.outputs.flatMap((output) =>
    output.type === 'place' ? [output.side + ' ' + output.symbol] : output.type === 'refused' ? [output.message] : output.type === 'trade' ? ['trade'] : []);
  process.stdout.write(JSON.stringify({ told, reason: bench.strategy().reason }));`;

function played(example: string, script: string): { readonly told: string[]; readonly reason?: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-page-'));
  try {
    const file = join(folder, 'several.ts');
    writeFileSync(file, example);
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script, file], { encoding: 'utf8' })) as ReturnType<
      typeof played
    >;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['buys what is cheap against the other', '0', 1700, 'Buy ETH/EUR'],
  ['sells it when the other one is', '0.1', 1900, 'Sell ETH/EUR'],
])('shows a strategy of pairs that %s', (_what, held, last, told) => {
  const play = `
    for (let i = 0; i < 30; i++) { show('BTC/EUR', 60000, 10); show('ETH/EUR', 1800 + (i % 2), 1); }
    show('ETH/EUR', ${last}, 1);`;
  const script = severalScript({ left: 'ETH/EUR', right: 'BTC/EUR' }, { looks: '20' }, play, held);
  const seen = played(exampleOf('Several markets'), script);
  expect([seen.reason, seen.told[0]]).toEqual([undefined, told]);
});

it('shows a triangle that is gone round when it pays', () => {
  const play = `
    show('ETH/EUR', 1800, 1); show('BTC/EUR', 60000, 10); bench.touch('0.02999', '0.03001', 0, 'ETH/BTC');
    bench.touch('0.03099', '0.03101', 0, 'ETH/BTC');`;
  const script = severalScript({ ethEur: 'ETH/EUR', ethBtc: 'ETH/BTC', btcEur: 'BTC/EUR' }, {}, play, '0');
  const { told, reason } = played(exampleOf('Several markets', 1), script);
  expect(reason).toBeUndefined();
  expect(told[0]).toBe('Buy ETH/EUR');
});

/** Shows a strategy Monday's quote beside books at 60010, and tells what it did of it. */
const QUOTE_SCRIPT = `
  const { loadStrategy } = await import(${url('../../src/loading/strategyLoader.ts')});
  const { EngineBench } = await import(${url('../engine/engineBench.ts')});
  const { configured, quoteOf, settingsOf } = await import(${url('../engine/fixtures.ts')});
  const { dec } = await import(${url('../../src/base/decimal.ts')});
  const { definition } = await loadStrategy(process.argv[1], process.cwd());
  const seen = [];
  for (const toAmount of process.argv.slice(2)) {
    const bench = new EngineBench(settingsOf([configured(definition, {})]), { answers: false });
    bench.touch('59990', '60010');
    bench.timer();
    bench.now += 7 * 86_400_000;
    bench.touch('59990', '60010');
    bench.timer();
    const [{ requestId }] = bench.commands('request-quote');
    const terms = { fromAmount: dec('500'), toAmount: dec(toAmount), quotedAt: bench.now, validTo: bench.now + 10_000 };
    bench.report({ type: 'quoted', requestId, quote: quoteOf(terms) });
    seen.push([...bench.commands('convert'), ...bench.commands('place')].map(({ type }) => type).join(), bench.strategy().reason ?? 'runs');
  }
  process.stdout.write(JSON.stringify(seen));`;

it('shows a strategy that takes quote or book, whichever is cheaper', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-page-'));
  try {
    const file = join(folder, 'quote.ts');
    writeFileSync(file, exampleOf('Quote or book'));
    // 500 EUR bring 0.0083152 by the book, after its fee.
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', QUOTE_SCRIPT, file, '0.00833', '0.00825'], {
      encoding: 'utf8',
    });
    expect(JSON.parse(shown)).toEqual(['convert', 'runs', 'place', 'runs']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
