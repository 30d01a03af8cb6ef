import { describe, expect, it } from 'vitest';
import { aboutFaults, FAULT_PROFILES, type FaultProfileName, faultProfile } from '../../src/simulator/faultProfiles.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { lagOf } from '../../src/simulator/simulatorOptions.ts';

const CALLS = 2000;

function faultsOf(name: FaultProfileName, seed: number, method = 'POST'): (CallFault | undefined)[] {
  const { fault } = faultProfile(name, seed);
  return Array.from({ length: CALLS }, (_, index) => fault?.({ operation: 'x', method, path: '/x', body: '', index }));
}

function shareOf(faults: readonly (CallFault | undefined)[], test: (fault: CallFault) => boolean): number {
  return faults.filter((fault) => fault !== undefined && test(fault)).length / CALLS;
}

/** Whether the request may be carried out although it looks as if it had failed. */
const hides = (fault: CallFault): boolean =>
  fault.kind === 'drop-after' || fault.kind === 'garble' || (fault.kind === 'status' && fault.apply);

describe('faultProfile', () => {
  it('gives the same faults for the same seed, and others for another', () => {
    for (const name of FAULT_PROFILES) {
      expect(faultsOf(name, 3)).toEqual(faultsOf(name, 3));
      if (name !== 'none') expect(faultsOf(name, 3)).not.toEqual(faultsOf(name, 4));
    }
  });

  it('none strikes nothing', () => {
    expect(faultProfile('none', 1)).toEqual({});
  });

  it('flaky fails and does nothing, slow only delays', () => {
    const flaky = faultsOf('flaky', 1, 'GET');
    expect(shareOf(flaky, () => true)).toBeCloseTo(0.04, 1);
    expect(shareOf(flaky, hides)).toBe(0);
    const slow = faultsOf('slow', 1);
    expect(shareOf(slow, ({ kind }) => kind === 'delay')).toBeCloseTo(0.33, 1);
    expect(shareOf(slow, ({ kind }) => kind !== 'delay')).toBe(0);
  });

  it('lossy loses answers of changes, most of which were carried out, and spares reads', () => {
    const lossy = faultsOf('lossy', 1);
    expect(shareOf(lossy, () => true)).toBeCloseTo(0.1, 1);
    expect(shareOf(lossy, hides)).toBeGreaterThan(shareOf(lossy, ({ kind }) => kind === 'drop-before'));
    expect(shareOf(faultsOf('lossy', 1, 'GET'), () => true)).toBe(0);
  });

  it('hostile has every kind of fault, and lists that lag and repeat', () => {
    const kinds = new Set(faultsOf('hostile', 1).map((fault) => fault?.kind));
    expect([...kinds].filter((kind) => kind !== undefined).toSorted()).toEqual(['delay', 'drop-after', 'drop-before', 'garble', 'status']);
    const { ordersLateMs, tradesLateMs, tradesTwice } = faultProfile('hostile', 1);
    const lags = Array.from({ length: 100 }, (_, index) => lagOf(ordersLateMs, index));
    expect(lags.some((ms) => ms > 0) && lags.every((ms) => ms < 6000)).toBe(true);
    expect(lagOf(tradesLateMs, 5)).toBe(lagOf(tradesLateMs, 5));
    expect(Array.from({ length: 200 }, (_, index) => tradesTwice!(index))).toContain(true);
  });

  it('says of each profile what goes wrong', () => {
    for (const name of FAULT_PROFILES) expect(aboutFaults(name)).toMatch(/\w+ \w+/);
  });
});
