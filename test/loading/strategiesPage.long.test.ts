import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PAGE = new URL('../../docs/strategies.md', import.meta.url);
const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** The first strategy below a heading of the page about strategies. */
function exampleOf(heading: string): string {
  const [, section] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`);
  return /```ts\n([\s\S]*?)```/.exec(section!)![1]!;
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
