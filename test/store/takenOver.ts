import { isFault } from '../../src/base/fault.ts';

/** Opens what another owner holds as if that one were cut off. It may renew its lease once more before it is taken: then the lease is ended again. */
export async function takenOver<T>(endLease: () => Promise<void>, open: () => Promise<T>): Promise<T> {
  for (;;) {
    await endLease();
    try {
      return await open();
    } catch (error) {
      if (!isFault(error) || error.code !== 'daemon-running') throw error;
    }
  }
}
