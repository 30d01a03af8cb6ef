import { describe, expect, it } from 'vitest';
import { pathFaults } from './paths.ts';
import type { Source } from './source.ts';

const file = (path: string, ...imports: string[]): Source => ({
  path,
  text: imports.map((name) => `import { x } from '${name}';`).join('\n'),
});

describe(pathFaults, () => {
  const forbidden = { from: /^strategies\//, to: /^src\/treasury\//, because: 'a strategy moves no money' };

  it('finds a way by several files, and tells it', () => {
    const sources = [
      file('strategies/a.ts', '../src/b/b.ts'),
      file('src/b/b.ts', '../c/c.ts'),
      file('src/c/c.ts', '../treasury/pay.ts'),
      file('src/treasury/pay.ts'),
    ];
    expect(pathFaults(sources, forbidden)).toEqual([
      'strategies/a.ts -> src/b/b.ts -> src/c/c.ts -> src/treasury/pay.ts: a strategy moves no money',
    ]);
  });

  it('goes through the door for strategies', () => {
    const sources = [file('strategies/a.ts', '#kit'), file('src/engine/kit.ts', '../treasury/pay.ts')];
    expect(pathFaults(sources, forbidden)).toEqual([
      'strategies/a.ts -> src/engine/kit.ts -> src/treasury/pay.ts: a strategy moves no money',
    ]);
  });

  it('finds none where there is none, in circles too', () => {
    const sources = [
      file('strategies/a.ts', '../src/b/b.ts'),
      file('src/b/b.ts', '../c/c.ts'),
      file('src/c/c.ts', '../b/b.ts'),
      file('src/treasury/pay.ts', '../b/b.ts'),
    ];
    expect(pathFaults(sources, forbidden)).toEqual([]);
  });
});
