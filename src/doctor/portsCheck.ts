import { isListening } from '../control/isListening.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { type Check, type ConfiguredContext, SOON_MS } from './check.ts';
import { bad, type Finding, ok } from './finding.ts';

/** Whether the configured ports can be had. */
export const portsCheck: Check = {
  name: 'ports',
  withinMs: SOON_MS,
  async look(context) {
    const wanted = portsOf(context);
    if (wanted.length === 0) return [ok('no port is configured')];
    // One that is held, or stands by, has its ports too and answers nothing.
    const isRunning = await isListening(statePaths(context.state, context.settings).socket);
    return Promise.all(wanted.map(([setting, port]) => portFinding(context, setting, port, isRunning)));
  },
};

/** Port 0 takes any free one. */
function portsOf({
  settings: { metrics, dashboard, simulator, venue },
}: ConfiguredContext): readonly (readonly [setting: string, port: number])[] {
  const ports: readonly (readonly [string, number | undefined])[] = [
    ['metrics.port', metrics.port],
    ['dashboard.port', dashboard.port === 'off' ? undefined : dashboard.port],
    ['simulator.port', venue.exchange === undefined ? simulator.port : undefined],
  ];
  return ports.flatMap(([setting, port]) => (port === undefined || port === 0 ? [] : [[setting, port] as const]));
}

async function portFinding({ machine }: ConfiguredContext, setting: string, port: number, isRunning: boolean): Promise<Finding> {
  if (await machine.isPortFree(port)) return ok(`port ${port} (${setting}) is free`);
  if (isRunning) return ok(`port ${port} (${setting}) is in use, as is to be expected while a daemon of this state runs`);
  return bad(
    `port ${port} (${setting}) is taken, and no daemon of this state has it`,
    `ss -ltnp 'sport = :${port}'; end that program, or change ${setting}`,
  );
}
