import { DAY_MS } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { say } from '../shell.ts';
import { durationValue, wholeValue } from '../values.ts';

export const canary = command({
  name: 'canary',
  about: 'Show what this build, or another configuration, would have decided differently in the sessions of the last days',
  options: {
    last: option('--last <duration>', 'how far back, like 12h or 3d; without it, one day', durationValue),
    show: option('--show <count>', 'how many differing events to show in full', wholeValue(0, 1000), 3),
  },
  examples: ['canary --last 3d', 'canary --last 3d -c new.yaml', 'canary --last 12h -o json'],
  async run({ options }, shell) {
    const { Fault } = await import('../../base/fault.ts');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { canaryRun } = await import('../../session/canary.ts');
    const { sessionsFolder, storedSessions } = await import('../../session/sessions.ts');
    const { printCanary } = await import('../canaryText.ts');
    const { agreedEngine } = await import('../agreedEngine.ts');
    const { sessionSettings } = await import('../sessionSettings.ts');
    const { stateOf } = await import('../stateOf.ts');
    const { progressLine } = await import('../progressLine.ts');

    const settings = await sessionSettings(shell);
    const state = stateOf(shell, settings.own);
    const since = systemClock.now() - (options.last ?? DAY_MS);
    const sessions = storedSessions(state).filter(({ lastAt }) => lastAt >= since);
    if (sessions.length === 0) {
      throw new Fault('not-found', `no session in ${sessionsFolder(state)} reaches into that time`, {
        suggestion: 'name a longer time with --last; a daemon writes sessions while it runs (session.write)',
      });
    }
    const runs = [];
    let left = options.show;
    for (const { id, folder } of sessions) {
      say(shell, `session ${id}`);
      const { settings: engine } = await agreedEngine(shell, folder, settings);
      const line = progressLine(shell, 'event');
      const found = canaryRun(folder, engine, since, { show: left, progress: line.tell });
      line.end(found.events);
      left -= found.first.length;
      runs.push({ session: id, ...found });
    }
    printCanary(shell, runs);
    return runs.some(({ differing }) => differing > 0) ? 10 : 0;
  },
});
