import type { Clock } from '../base/clock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import type { Finding } from './finding.ts';
import type { Machine } from './machine.ts';

/** What every check is given. */
export interface DoctorContext {
  /** The state directory, as an absolute path. It need not exist. */
  readonly state: string;
  /** The folder in which accounts are registered. It need not exist. */
  readonly accounts: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly machine: Machine;
}

/** What a check is given once the configuration is right. */
export interface ConfiguredContext extends DoctorContext {
  readonly settings: Settings;
}

/**
 * One check. It changes nothing, and sends nothing but reads. A `Fault` that it rejects with becomes a finding. `timeIsUp` is aborted
 * when nobody waits for it any more.
 */
export interface Check<Context = ConfiguredContext> {
  readonly name: string;
  readonly withinMs: number;
  look(context: Context, timeIsUp: AbortSignal): Promise<readonly Finding[]>;
}

/** How long a look at this machine may take. */
export const SOON_MS = 5000;
