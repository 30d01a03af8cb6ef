import { DAY_MS, dayOf } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { say } from '../shell.ts';
import { dayValue, textValue } from '../values.ts';

export const parity = command({
  name: 'parity',
  about: 'Compare a day of the daemon with what the backtest makes of the same books: decisions, fills, prices, profit',
  options: {
    day: option('--day <date>', 'a UTC day, like 2026-11-20; without it, yesterday', dayValue),
    data: option('--data <dir>', 'recordings to take the market from; without it, the books of the session', textValue),
  },
  examples: ['parity', 'parity --day 2026-11-20', 'parity -c my.yaml -o json'],
  async run({ options }, shell) {
    const { resolve } = await import('node:path');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { parityOfDay } = await import('../../research/parity/parityOfDay.ts');
    const { writeParity } = await import('../../research/parity/parityFiles.ts');
    const { stateOf } = await import('../stateOf.ts');
    const { agreedEngine } = await import('../agreedEngine.ts');
    const { settingsOf } = await import('../configFile.ts');
    const { printParity } = await import('../parityText.ts');
    const own = await settingsOf(shell);
    // Without a file, what the backtest assumes is what the session's own configuration said.
    const settings = shell.options.config === undefined ? undefined : own;
    const state = stateOf(shell, settings);
    const day = options.day ?? dayOf(systemClock.now()) - DAY_MS;
    const data = options.data === undefined ? undefined : resolve(shell.cwd, options.data);
    const found = await parityOfDay({ state, day, settings, data, engineOf: (folder) => agreedEngine(shell, folder, { own }) });
    const report = writeParity(state, day, found);
    printParity(shell, found);
    say(shell, `written to ${report}`);
  },
});
