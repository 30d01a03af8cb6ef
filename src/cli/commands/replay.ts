import type { Replay } from '../../session/replay.ts';
import { argument, command } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';

export const replay = command({
  name: 'replay',
  about: 'Run a session of the daemon through its strategies again; every command must be the same',
  args: { session: argument('session', 'its folder, its id, or `last`', textValue) },
  examples: ['replay last', 'replay 20261120T090000Z', 'replay last -c changed.yaml -o json'],
  async run({ args }, shell) {
    const { findSession, standingOf } = await import('../../session/sessions.ts');
    const { assertReadable } = await import('../../session/sessionReader.ts');
    const { replaySession } = await import('../../session/replay.ts');
    const { agreedEngine } = await import('../agreedEngine.ts');
    const { sessionSettings } = await import('../sessionSettings.ts');
    const { stateOf } = await import('../stateOf.ts');
    const { progressLine } = await import('../progressLine.ts');
    const { replayLines, replayRecord } = await import('../replayText.ts');
    const { printJson } = await import('../print.ts');

    const settings = await sessionSettings(shell);
    const found = findSession(stateOf(shell, settings.own), args.session, shell.cwd);
    assertReadable(found.folder);
    const engine = await agreedEngine(shell, found.folder, settings);
    const changed = engine.changedCode.length === 0 ? '' : `; the code of ${engine.changedCode.join(', ')} has changed since`;
    say(shell, `session ${found.id}, ${standingOf(found)}${changed}`);
    const line = progressLine(shell, 'event');
    const outcome = replaySession(found.folder, engine.settings, line.tell);
    line.end(outcome.events);
    if (isData(shell)) printJson(shell, { ...replayRecord(found, outcome), changedCode: engine.changedCode });
    else shell.out.write(`${replayLines(found, outcome).join('\n')}\n`);
    return exitCodeOf(outcome);
  },
});

function isData({ options }: Shell): boolean {
  return options.output === 'json' || options.output === 'ndjson';
}

/** A session that can't be read to its end is reported, but that is not a difference. */
function exitCodeOf({ identical }: Replay): number {
  return identical ? 0 : 10;
}
