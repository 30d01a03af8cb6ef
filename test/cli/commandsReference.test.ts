import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { commandsReference } from './commandsReference.ts';

// Rewritten by: npx vitest run test/cli/commandsReference.test.ts -u
it('the commands are what docs/reference/commands.md says', async () => {
  await expect(commandsReference(commands)).toMatchFileSnapshot('../../docs/reference/commands.md');
});
