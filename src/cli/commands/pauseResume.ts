import { Fault } from '../../base/fault.ts';
import { ALL_TRADING, scopeNamed, scopeText } from '../../model/tradingStop.ts';
import { command, flag, optionalArgument } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

export const pause = command({
  name: 'pause',
  about: 'Pause strategies of the running daemon: their orders are canceled, and they are told nothing but their own news',
  args: { strategy: optionalArgument('strategy', 'its name in the configuration', textValue) },
  options: { all: flag('--all', 'pause every strategy') },
  examples: ['pause btc-maker', 'pause --all'],
  async run({ args: { strategy }, options: { all } }, shell) {
    assertOne(strategy, all);
    if (strategy === undefined) {
      const paused = await withDaemon(shell, (control) => control.call('strategies.pauseAll', {}));
      if (await answered(shell, { paused })) return;
      say(
        shell,
        paused.length === 0 ? 'no strategy can be paused' : `${paused.join(', ')}: paused; \`sluice resume --all\` lets them go on`,
      );
      return;
    }
    const told = await withDaemon(shell, (control) => control.call('strategies.tell', { name: strategy, verb: 'pause' }));
    if (await answered(shell, { strategy, state: told.state })) return;
    say(shell, `${strategy} is ${told.state}`);
  },
});

export const resume = command({
  name: 'resume',
  about: 'Let a strategy, a symbol or everything trade again, after kill, reduce, flatten, pause or a protection',
  args: { what: optionalArgument('what', 'a strategy or a symbol', textValue) },
  options: { all: flag('--all', 'everything; what a person has paused goes on where nothing else is stopped or paused') },
  examples: ['resume btc-maker', 'resume BTC/EUR', 'resume --all'],
  async run({ args: { what }, options: { all } }, shell) {
    assertOne(what, all);
    const { resumeTrading } = await import('../tradingWay.ts');
    const scope = what === undefined ? ALL_TRADING : scopeNamed(what);
    const { left, paused, stopped } = await resumeTrading(shell, scope);
    // One that has ended is started again by nothing that this command does.
    const code = scope.of === 'strategy' && stopped.length > 0 ? REFUSED : 0;
    const still = { ...(paused.length > 0 && { paused }), ...(stopped.length > 0 && { stopped }) };
    if (await answered(shell, { scope: what ?? 'all', left, ...still })) return code;
    if (left.length === 0 && code === 0) say(shell, `${scopeText(scope)} may trade again`);
    for (const { scope: name, state, reason, goesOn } of left) {
      say(shell, `${name} is still ${state.toUpperCase()}: ${reason}; it goes on ${goesOn}`);
    }
    for (const name of paused) say(shell, `${name} is still paused; \`sluice resume ${name}\` lets it go on`);
    const { stoppedText } = await import('../../daemon/stopStatus.ts');
    for (const one of stopped) say(shell, stoppedText(one));
    return code;
  },
});

/** The exit code for what was refused. */
const REFUSED = 7;

/** Prints the answer as JSON, if the output is for programs. */
async function answered(shell: Shell, answer: object): Promise<boolean> {
  const { output } = shell.options;
  if (output !== 'json' && output !== 'ndjson') return false;
  const { printJson } = await import('../print.ts');
  printJson(shell, answer);
  return true;
}

function assertOne(name: string | undefined, all: boolean): void {
  if (name === undefined && !all) throw new Fault('usage', 'name one, or say --all');
  if (name !== undefined && all) throw new Fault('usage', 'either a name or --all, not both');
}
