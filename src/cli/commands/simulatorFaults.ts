import { FAULT_PROFILES } from '../../simulator/faultProfiles.ts';
import { STRIKES, STRUCK_CALLS } from '../../simulator/faultSwitch.ts';
import type { Column } from '../column.ts';
import { argument, command, optionalArgument } from '../command.ts';
import { say } from '../shell.ts';
import { oneOf } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

export const simulatorFaults = command({
  name: 'simulator faults',
  about: 'What goes wrong at the simulator inside the running demo, and what it did; with a profile, what goes wrong from now on',
  args: { profile: optionalArgument('profile', FAULT_PROFILES.join(', '), oneOf(...FAULT_PROFILES)) },
  examples: ['simulator faults', 'simulator faults lossy', 'simulator faults none'],
  async run({ args: { profile } }, shell) {
    if (profile !== undefined) {
      const { done } = await withDaemon(shell, (control) => control.call('simulator.faults', { profile }));
      say(shell, done);
      return;
    }
    const { Fault } = await import('../../base/fault.ts');
    const { printJson, printRows } = await import('../print.ts');
    const { simulator, why } = await withDaemon(shell, (control) => control.call('simulator.show', {}));
    if (simulator === undefined) throw new Fault('refused', why ?? 'there is no simulator', { outcome: 'not-sent' });
    const { faults } = simulator;
    const { output } = shell.options;
    if (output === 'json' || output === 'ndjson') return printJson(shell, simulator);
    printRows(shell, COUNTS, faults.counts);
    say(shell, `${faults.profile} since ${faults.since}: ${faults.about}; ${faults.calls} calls since then`);
    for (const { operation, strike } of faults.waiting) say(shell, `the next ${operation} meets a ${strike}`);
    return undefined;
  },
});

export const simulatorStrike = command({
  name: 'simulator strike',
  about: 'Let the next call of an operation go wrong once at the simulator inside the running demo',
  args: {
    operation: argument('operation', STRUCK_CALLS.join(', '), oneOf(...STRUCK_CALLS)),
    strike: argument('strike', STRIKES.join(', '), oneOf(...STRIKES)),
  },
  examples: ['simulator strike orders.place lost-answer', 'simulator strike orders.cancel server-error'],
  async run({ args }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.strike', args));
    say(shell, done);
  },
});

const COUNTS: readonly Column<{ readonly what: string; readonly count: number }>[] = [
  { key: 'what', value: ({ what }) => what },
  { key: 'count', kind: 'number', value: ({ count }) => count },
];
