import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { takeMachineLock } from '../../src/store/machineLock.ts';

const options = { name: `test-${process.pid}`, what: 'the account', note: 'its journal is /a', clock: systemClock };

it('is held by one at a time on the whole machine, and the refusal says what the holder says of itself', async () => {
  const lock = await takeMachineLock(options);
  const second = takeMachineLock(options).then(
    async (another) => {
      await another?.release();
      return 'taken';
    },
    (error: unknown) => String(error),
  );
  // Only Linux has such a lock.
  expect(await second).toMatch(process.platform === 'linux' ? `the account is in use by process ${process.pid} of user ` : /^taken$/);
  await lock?.release();
  const next = await takeMachineLock({ ...options, what: 'another' });
  await next?.release();
});
