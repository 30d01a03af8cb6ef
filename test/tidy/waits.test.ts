import { describe, expect, it } from 'vitest';
import { waitFaults } from './waits.ts';

const faults = (text: string, excused = {}): string[] => waitFaults([{ path: 'test/a/a.test.ts', text }], excused);

describe('waitFaults', () => {
  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 10));',
    'const timer = setInterval(f, 5);',
    'await sleep(systemClock, 50);',
    'await scheduler.wait(10);',
    'Atomics.wait(cells, 0, 0, 10);',
    "import { setTimeout as pause } from 'node:timers/promises';",
    "await session.several('SELECT pg_sleep(0.2)');",
    "const STRATEGY = 'Atomics.wait(cells, 0, 0, 150)';",
    'await vi.waitFor(() => isDone());',
    'await expect.poll(read).toBe(1);',
    "await sluice(['run', '--for', '2s']);",
  ])('refuses %s, and says what to do', (text) => {
    expect(faults(`\n${text}`)).toEqual([expect.stringMatching(/^test\/a\/a\.test\.ts:2: ".+" waits for a time; .+/)]);
  });

  it.each([
    'await until(() => isDone);',
    'await new Promise((resolve) => setImmediate(resolve));',
    'await sleep(clock, 50);',
    'clock.setTimer(5, f);',
    "const text = 'setTimeout(f)'; // setTimeout(f)",
    "it('ends by itself after --for', f);",
  ])('takes %s', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it('holds for the tests', () => {
    expect(waitFaults([{ path: 'src/cli/io.ts', text: 'setTimeout(f, 1);' }], {})).toEqual([]);
  });

  it('excuses a listed file, until it waits no more or is gone', () => {
    const excused = { 'test/a/a.test.ts': 'time is what it tests' };
    expect(faults('setTimeout(f, 1);', excused)).toEqual([]);
    expect(faults('f();', excused)).toEqual([expect.stringContaining('waits for no time any more')]);
    expect(waitFaults([], excused)).toEqual([expect.stringContaining('does not exist')]);
  });
});
