import { Fault } from '../base/fault.ts';
import { farmAddress } from '../research/farm/farmAddress.ts';
import type { SweepQueue } from './sweepFarm.ts';

interface Options {
  readonly queue?: string | undefined;
  readonly serve?: { readonly host: string; readonly port: number } | undefined;
  readonly workers?: number | undefined;
}

/** The farm that `--queue` names. Throws a `Fault` `usage` for options that do not go together. */
export function queueOption({ queue, serve, workers }: Options, env: Readonly<Record<string, string | undefined>>): SweepQueue | undefined {
  if (queue === undefined) {
    if (serve !== undefined)
      throw new Fault('usage', '--serve is of use only with --queue', { suggestion: 'add --queue redis://HOST:6379' });
    return undefined;
  }
  if (workers !== undefined) {
    throw new Fault('usage', '--workers are threads of this process, and with --queue there are none', {
      suggestion: 'leave --workers out; `sluice worker --threads NUMBER` says how many a machine has',
    });
  }
  return { address: farmAddress(queue, env), serve };
}
