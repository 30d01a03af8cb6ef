import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { fuzz, inputFor, reasonOf } from './fuzz.ts';
import { mutateJson } from './mutateJson.ts';
import { shrinkInput } from './shrinkInput.ts';
import type { Target } from './target.ts';
import { withinTime } from './withinTime.ts';

const SEEDS = ['{"id":17,"price":61249.9,"items":[{"symbol":"BTC/EUR","at":"2026-11-20T10:00:00.000Z"}]}', '[1,2,{"a":null}]'];

function targetOf(check: Target['check']): Target {
  return { name: 'planted', weight: 1, seeds: SEEDS, mutate: mutateJson, check };
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return undefined;
  }
}

/** Readers with a defect each, of a kind that the fuzzer is there for. */
const PLANTED: readonly (readonly [name: string, check: Target['check'], reason: string])[] = [
  ['takes an object for granted', (input) => void ((parsed(input) ?? {}) as { items: readonly unknown[] }).items.at(0), 'TypeError'],
  ['can not take a depth', (input) => void deepest(parsed(input)), 'RangeError'],
  ['refuses a negative zero', (input) => assertPlain(!Object.is(((parsed(input) ?? {}) as { id?: unknown }).id, -0)), 'not plain'],
  ['changes the prototype of all objects', (input) => merge({}, parsed(input)), 'prototype'],
  ['rejects later', (input) => (input.includes('1e400') ? Promise.reject(new TypeError('later')) : Promise.resolve()), 'later'],
  ['is slow', (input) => (input.includes('ud800') ? spin(150) : undefined), 'ms of processor time'],
];

function deepest(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).map(deepest);
  return 1 + inner.reduce((most, depth) => Math.max(most, depth), 0);
}

function assertPlain(holds: boolean): void {
  if (!holds) throw new Error('not plain');
}

function merge(into: Record<string, unknown>, from: unknown): void {
  if (typeof from !== 'object' || from === null) return;
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'object' && value !== null) merge((into[key] ??= {}) as Record<string, unknown>, value);
    else into[key] = value;
  }
}

function spin(ms: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > ms) return;
  }
}

describe('the fuzzer', () => {
  it.each(PLANTED)('finds a reader that %s', { tags: 'long' }, async (_, check, reason) => {
    const found = await fuzz(targetOf(check), { seed: 'planted', executions: 20_000 });
    Reflect.deleteProperty(Object.prototype, 'polluted');
    expect(found?.reason).toContain(reason);
    const again = await reasonOf(targetOf(check), inputFor(targetOf(check), 'planted', found!.execution));
    Reflect.deleteProperty(Object.prototype, 'polluted');
    expect(again).toContain(reason);
  });

  it('finds nothing wrong with a reader that keeps its promise', { tags: 'long' }, async () => {
    let executions = 0;
    expect(
      await fuzz(
        targetOf(() => void executions++),
        { seed: 'sound', executions: 5000 },
      ),
    ).toBeUndefined();
    // One that another process on the machine held up is looked at again.
    expect(executions).toBeGreaterThanOrEqual(5000);
  });

  it('ends what never ends, and says which input it was', async () => {
    const ended = withinTime(() => {
      for (;;);
    }, 50);
    expect(ended).toBe(false);
    expect(withinTime(() => undefined)).toBe(true);
  });

  it('makes the same inputs of a seed again, and others of another', { tags: 'long' }, () => {
    const target = targetOf(() => undefined);
    const inputs = (seed: string): string[] => Array.from({ length: 200 }, (_, i) => inputFor(target, seed, i));
    expect(inputs('1')).toEqual(inputs('1'));
    expect(inputs('1').filter((input, i) => input === inputs('2')[i]).length).toBeLessThan(40);
    // The good inputs come first, as they are.
    expect(inputs('1').slice(0, 2)).toEqual(SEEDS);
  });

  it('shrinks an input to what breaks the promise', async () => {
    const target = targetOf((input) => assertPlain(!input.includes('!') || !input.includes('?')));
    const input = `${'x'.repeat(300)}!${'y'.repeat(200)}?${'z'.repeat(100)}`;
    expect(await shrinkInput(target, input, (await reasonOf(target, input))!)).toBe('!?');
  });

  it('mutates what is no JSON as text', () => {
    const random = seededRandom(1);
    const texts = Array.from({ length: 50 }, () => mutateJson('no: json', random, 'other'));
    expect(new Set(texts).size).toBeGreaterThan(30);
  });
});
