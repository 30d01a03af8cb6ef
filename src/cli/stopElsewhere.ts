import { hostname } from 'node:os';
import { Fault } from '../base/fault.ts';
import { type AskedAnswer, askedStopText } from '../daemon/askedStop.ts';
import type { Canceled, StopTrading } from '../daemon/operations.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Asks the owner of the account to stop, on whatever machine it runs, through the store that both share. Undefined where nobody owns it. */
export async function stopElsewhere(shell: Shell, settings: Settings, stop: Omit<StopTrading, 'type'>): Promise<Canceled | undefined> {
  const { server, database: path } = statePaths(stateOf(shell, settings), settings);
  if (server === undefined) return undefined;
  const { askOwner } = await import('../store/askOwner.ts');
  const { systemClock } = await import('../base/systemClock.ts');
  const { scope, state, orders } = stop;
  const asked = await askOwner({
    server,
    path,
    clock: systemClock,
    what: askedStopText({ what: scope.of === 'all' ? undefined : scope.name, state, orders, reason: `${stop.reason} on ${hostname()}` }),
    onAsked: (owner) => say(shell, `asked ${owner}, through the store ${server.shown}; it looks every 1.5 s`),
  });
  if (asked === undefined) return undefined;
  const { owner, answer } = asked;
  if (answer === undefined) {
    throw new Fault('timeout', `${owner} has not answered: whether it has stopped is not known`, {
      stands: 'the stop stands in the store, and is done as soon as an owner looks there',
      suggestion:
        'it stays asked for: that owner, or the next one, does it as soon as it looks into the store. To be sure at once, type it on that machine, or ' +
        'take the right to trade from the key at the venue',
    });
  }
  const done = JSON.parse(answer) as AskedAnswer;
  if ('refused' in done) throw new Fault('refused', `${owner} has refused it: ${done.refused}`, { outcome: 'not-sent' });
  say(shell, `${owner} has done it`);
  return done;
}
