import { expect, it } from 'vitest';
import { errorsReference } from './errorsReference.ts';

// Rewritten by: npx vitest run test/cli/errorsReference.test.ts -u
it('the errors are what docs/reference/errors.md says', async () => {
  await expect(errorsReference()).toMatchFileSnapshot('../../docs/reference/errors.md');
});
