import { Fault } from '../../base/fault.ts';
import { command, optionalArgument } from '../command.ts';
import { textValue } from '../values.ts';

export const doctor = command({
  name: 'doctor',
  about: 'Look at configuration, keys, clock, disk, databases and daemon, and say what to do; exit code 10 where something is bad',
  args: { config: optionalArgument('config', 'the file (else -c FILE, else the sluice.yaml of this folder, else the demo)', textValue) },
  examples: ['doctor', 'doctor my-live.yaml', 'doctor -c my-live.yaml -o json'],
  async run({ args }, shell) {
    const { doctorRun } = await import('../doctorRun.ts');
    const { printFindings } = await import('../findingText.ts');
    const { systemMachine } = await import('../../doctor/systemMachine.ts');
    const findings = await doctorRun(shell, args.config, systemMachine);
    printFindings(shell, findings);
    // A check that was given up may still hang in the system.
    shell.lingerAtMost(LINGER_MS);
    const problems = findings.filter(({ result }) => result === 'bad');
    if (problems.length === 0) return;
    throw new Fault(
      'check-failed',
      `${problems.length} of ${findings.length} findings are bad: ${[...new Set(problems.map(({ check }) => check))].join(', ')}`,
      {
        suggestion: 'each bad line says what to do; docs/operating.md, "Doctor", says more',
      },
    );
  },
});

const LINGER_MS = 1000;
