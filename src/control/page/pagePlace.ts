import { type Settings, worldOf } from '../../settings/loadSettings.ts';

/** Where the dashboard is served. */
export interface PagePlace {
  readonly port: number;
  /** When the port is taken, any free one does: nobody has asked for this one. */
  readonly mayMove: boolean;
  /** The address of a proxy before it. */
  readonly origin: string | undefined;
}

const DEMO_PORT = 4780;

/** Undefined where no dashboard is to be served: without a word in the settings only the demo serves one, where no money is at risk. */
export function pagePlace(settings: Settings): PagePlace | undefined {
  const { port, origin } = settings.dashboard;
  if (port === 'off') return undefined;
  if (port !== undefined) return { port, mayMove: false, origin };
  return worldOf(settings) === 'DEMO' ? { port: DEMO_PORT, mayMove: true, origin } : undefined;
}
