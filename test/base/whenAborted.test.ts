import { describe, expect, it } from 'vitest';
import { whenAborted } from '../../src/base/whenAborted.ts';

describe(whenAborted, () => {
  it('waits for a signal that is aborted later', async () => {
    const stop = new AbortController();
    let isOver = false;
    const over = whenAborted(stop.signal).then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    stop.abort();
    await over;
    expect(isOver).toBe(true);
  });

  it('resolves at once where it was aborted before', async () => {
    await expect(whenAborted(AbortSignal.abort())).resolves.toBeUndefined();
  });
});
