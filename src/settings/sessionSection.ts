import { duration, flag, section } from './kinds.ts';

/** What the daemon records about its own life, for `sluice replay` and `sluice canary`. */
export const sessionSection = section('The session: what the daemon saw and decided, for replay', {
  write: flag({ about: 'Whether every event and every decision is written down' }).prefault(true),
  parity: flag({ about: 'Whether each day is compared with its backtest the night after' }).prefault(true),
  keep: duration({ about: 'How long a session is kept after its end' }, { min: '1h', max: '3650d' }).prefault('14d'),
});
