import { existsSync } from 'node:fs';
import { controlClient } from '../control/controlClient.ts';
import type { StatusReport } from '../daemon/status.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { readinessOf } from '../metrics/readiness.ts';
import { type Check, SOON_MS } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';

/** One that is held is said to be so before the time of the check is up. */
const ANSWERS_WITHIN_MS = SOON_MS - 1000;

/** Whether a daemon runs on this state, and whether it does all that it is there for. */
export const daemonCheck: Check = {
  name: 'daemon',
  withinMs: SOON_MS,
  async look({ state, settings }) {
    const { socket, killFile } = statePaths(state, settings);
    const killed = existsSync(killFile)
      ? [look(`the kill file ${killFile} is there: nothing is traded`, `rm ${killFile}; sluice resume --all`)]
      : [];
    const client = await controlClient(socket, ANSWERS_WITHIN_MS);
    if (client === undefined) return [...killed, ok(`no daemon listens on ${socket}`)];
    const status = (await client.call('status', {})) as unknown as StatusReport;
    return [...killed, readinessFinding(status, settings.risk.staleAfter), ...configFinding(status, settings.file)];
  },
};

function readinessFinding(status: StatusReport, staleAfterMs: number): Finding {
  const { ready, reasons } = readinessOf(status, staleAfterMs);
  const who = `the daemon ${status.pid} (${status.world} ${status.venue.host})`;
  return ready ? ok(`${who} is ready`) : bad(`${who} is not ready: ${reasons.join('; ')}`, 'sluice status');
}

function configFinding({ config }: StatusReport, file: string | undefined): readonly Finding[] {
  if (config === undefined || file === undefined || config === file) return [];
  return [look(`the daemon runs with ${config}, and this look is at ${file}`, `sluice doctor ${config}`)];
}
