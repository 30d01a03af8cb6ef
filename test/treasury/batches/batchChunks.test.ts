import { describe, expect, it } from 'vitest';
import { batchChunks } from '../../../src/treasury/batches/batchChunks.ts';

describe('batchChunks', () => {
  it.each([
    [0, []],
    [1, [1]],
    [200, [200]],
    [201, [200, 1]],
    [2000, Array.from({ length: 10 }, () => 200)],
  ])('makes drafts of %d rows, in their order', (count, sizes) => {
    const rows = Array.from({ length: count }, (_, at) => at);
    const drafts = batchChunks(rows);
    expect(drafts.map((draft) => draft.length)).toEqual(sizes);
    expect(drafts.flat()).toEqual(rows);
  });
});
