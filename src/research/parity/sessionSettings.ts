import { sections } from '../../settings/schema.ts';
import { FITTED_TO } from '../../settings/showSettings.ts';
import type { SessionManifest } from '../../session/sessionManifest.ts';
import type { Settings } from '../../settings/loadSettings.ts';

/** The parts of a configuration that a backtest relies on. */
export type AssumedSettings = Pick<Settings, 'backtest' | 'poll' | 'risk'> & {
  readonly venue: Pick<Settings['venue'], 'rateLimit'>;
};

/** What a session's configuration said about the world, read back from how `config show` prints it. */
export function sessionSettings({ settings }: SessionManifest): AssumedSettings {
  const { backtest, poll, risk, venue } = sections;
  const { rateLimit } = (settings['venue'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    backtest: backtest.parse(asWritten(withoutFit(settings['backtest']))),
    poll: poll.parse(asWritten(settings['poll'])),
    risk: risk.parse(asWritten(settings['risk'])),
    // The account is left out: it is not part of the world, and its secrets are masked.
    venue: venue.parse(asWritten(rateLimit === undefined ? {} : { rateLimit })),
  };
}

/** A fitted latency is printed with the number of requests that it was fitted to, which is not a setting. */
function withoutFit(shown: unknown): unknown {
  const { latency, ...rest } = (shown ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  if (latency === undefined) return rest;
  const { [FITTED_TO]: _requests, ...settings } = latency;
  return { ...rest, latency: settings };
}

/** The schema gets numbers as text, as it does from a file. */
function asWritten(value: unknown): never {
  if (typeof value === 'number') return String(value) as never;
  if (Array.isArray(value)) return value.map(asWritten) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asWritten(inner)])) as never;
}
