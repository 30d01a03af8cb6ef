import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { insist } from '../../src/daemon/insist.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function patient(attempt: (n: number) => number, tries = Infinity) {
  const clock = new VirtualClock(0);
  const stop = new AbortController();
  const told: string[] = [];
  const at: number[] = [];
  const result = insist(
    'the pairs',
    async () => {
      at.push(clock.monotonicMs());
      return attempt(at.length);
    },
    {
      clock,
      random: seededRandom('insist'),
      signal: stop.signal,
      tries,
      onTrouble: (message) => told.push(message),
      onOver: (_, message) => told.push(message!),
    },
  );
  result.catch(() => undefined);
  return { clock, stop, told, at, result, pass: (ms: number) => clock.advance(ms, settle) };
}

function failing(code: FaultCode): () => never {
  return () => {
    throw new Fault(code, 'away');
  };
}

describe(insist.name, () => {
  it('tries later and later, at most half a minute apart, until it works', async () => {
    const { result, at, pass, told } = patient((n) => (n < 15 ? failing('network')() : n));
    await pass(600_000);
    expect(await result).toBe(15);
    const gaps = at.slice(1).map((time, i) => time - at[i]!);
    expect(gaps[0]).toBeLessThanOrEqual(1000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000);
    expect(gaps.at(-1)).toBeGreaterThan(10_000);
    expect(told).toEqual([
      'the pairs could not be read (1 in a row): away',
      'the pairs could not be read (10 in a row): away',
      expect.stringMatching(/^the pairs could be read again, after 14 failures in a row and 3 min$/),
    ]);
  });

  it.each<FaultCode>(['store', 'configuration', 'internal', 'schema-newer'])('throws %s at once: no waiting mends it', async (code) => {
    const { result, at } = patient(failing(code));
    await expect(result).rejects.toMatchObject({ code });
    expect(at).toHaveLength(1);
  });

  it('throws what is no fault at once: the program is wrong', async () => {
    const { result } = patient(() => {
      throw new TypeError('undefined is not a function');
    });
    await expect(result).rejects.toThrow(TypeError);
  });

  it('gives a refused key three tries: the first refusal tells the time of the venue (000 Authentication)', async () => {
    const { result, at, pass } = patient(failing('unauthorized'));
    await pass(60_000);
    await expect(result).rejects.toMatchObject({ code: 'unauthorized' });
    expect(at).toHaveLength(3);
  });

  it('throws the last failure after as many tries as it may make', async () => {
    const { result, at } = patient(failing('network'), 1);
    await expect(result).rejects.toMatchObject({ code: 'network' });
    expect(at).toHaveLength(1);
  });

  it('ends with the reason of the signal', async () => {
    const { result, stop, at, pass } = patient(failing('network'));
    await pass(10_000);
    const before = at.length;
    stop.abort(new Error('told to stop'));
    await expect(result).rejects.toThrow('told to stop');
    await pass(100_000);
    expect(at).toHaveLength(before);
  });
});
