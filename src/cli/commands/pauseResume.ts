import { argument, type Command, command } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

/** `pause NAME` and `resume NAME`. A paused strategy's orders are canceled, and it only gets news of its own orders. */
function tell(verb: 'pause' | 'resume', about: string): Command {
  return command({
    name: verb,
    about,
    args: { strategy: argument('strategy', 'its name in the configuration', textValue) },
    examples: [`${verb} btc-maker`],
    async run({ args: { strategy } }, shell) {
      const told = (await withDaemon(shell, (control) => control.post(`/strategies/${encodeURIComponent(strategy)}/${verb}`))) as {
        readonly state: string;
      };
      say(shell, `${strategy} is ${told.state}`);
    },
  });
}

export const pause = tell('pause', 'Pause one strategy of the running daemon: its orders are canceled');
export const resume = tell('resume', 'Let a paused strategy run again');
