import { Fault } from '../../base/fault.ts';
import { argument, command } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const strategiesCheck = command({
  name: 'strategies check',
  about: 'Load a strategy as the daemon would, and explain what is wrong with it',
  args: { strategy: argument('strategy', 'the name of a bundled one, or a .ts file', textValue) },
  examples: ['strategies check maker', 'strategies check ./strategies/mine.ts'],
  async run({ args: { strategy } }, shell) {
    const { loadStrategy, sharedState } = await import('../../loading/strategyLoader.ts');
    const { tryStrategy } = await import('../../loading/tryStrategy.ts');
    const loaded = await loadStrategy(strategy, shell.cwd);
    const shared = sharedState(loaded.file);
    if (shared.length > 0) {
      throw new Fault('check-failed', `${loaded.file}: line ${shared.join(', ')}: a \`let\` outside of setup is shared by all instances`, {
        suggestion: 'move it into setup, where each instance has its own',
      });
    }
    const problem = tryStrategy(loaded.definition);
    if (problem !== undefined) throw new Fault('check-failed', `${loaded.file}: ${problem}`, { suggestion: 'correct it and check again' });
    say(shell, `${loaded.file} is fine: ${loaded.definition.about}`);
  },
});
