import { argument, type Command, command } from '../command.ts';
import type { CompletionEntry, OptionEntry } from '../completion/completionEntries.ts';
import { oneOf } from '../values.ts';

/** `commands` gives the commands that the script should know, without those of `api`, which are added here. */
export function completion(commands: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    about: 'Print a script that completes commands, options and values in your shell',
    args: { shell: argument('shell', 'bash, zsh or fish', oneOf('bash', 'zsh', 'fish')) },
    examples: ['completion bash', 'completion zsh', 'completion fish'],
    async run({ args }, shell) {
      const { apiCommands } = await import('../apiCommands.ts');
      const { completionEntries } = await import('../completion/completionEntries.ts');
      const { common, entries } = completionEntries([...commands(), ...apiCommands()]);
      shell.out.write(await script(args.shell, common, entries));
    },
  });
}

async function script(name: 'bash' | 'zsh' | 'fish', common: readonly OptionEntry[], entries: readonly CompletionEntry[]): Promise<string> {
  switch (name) {
    case 'bash':
      return (await import('../completion/bashCompletion.ts')).bashCompletion(common, entries);
    case 'zsh':
      return (await import('../completion/zshCompletion.ts')).zshCompletion(common, entries);
    case 'fish':
      return (await import('../completion/fishCompletion.ts')).fishCompletion(common, entries);
  }
}
