import { expect, it } from 'vitest';
import { settingsReference } from './settingsReference.ts';

// Rewritten by: npx vitest run test/settings/settingsReference.test.ts -u
it('the settings are what docs/reference/configuration.md says', async () => {
  await expect(settingsReference()).toMatchFileSnapshot('../../docs/reference/configuration.md');
});
