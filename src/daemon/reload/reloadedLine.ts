import type { Line } from '../eventLines.ts';
import type { ConfigPlan } from './configPlan.ts';

/** Says what may be lost: all of `risk`, and these of a strategy. */
const LIMIT = /^(risk|strategies\.[^.]+\.(budget|maxLoss|maxDailyLoss|maxDrawdown|onLoss|protect))(\.|$)/;

/** What the log says of a configuration that has come into force, with all that is new. A changed limit is a warning, so that every level but `error` shows it. */
export function reloadedLine({ hash, settings, strategies }: Pick<ConfigPlan, 'hash' | 'settings' | 'strategies'>): Line {
  const changed = settings.filter(({ takesEffect }) => takesEffect === 'reload');
  const rows = [
    ...strategies.map(({ strategy, change, because }) =>
      [strategy, change, because.length === 0 ? [] : `(${because.join(', ')})`].flat().join(' '),
    ),
    ...changed.map(({ setting, before = 'not set', after = 'not set' }) => `${setting} ${after} (was ${before})`),
  ];
  return {
    level: changed.some(({ setting }) => LIMIT.test(setting)) ? 'warn' : 'info',
    text: [`the configuration ${hash} is in force`, ...(rows.length === 0 ? [] : [rows.join('; ')])].join(': '),
  };
}
