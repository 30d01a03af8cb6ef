import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { group } from './groups.js';

/** The quick tests near by: a change that only some far-off test notices counts as not noticed. */
export default defineConfig({
  test: {
    include: group.tests.map((tests) => `${tests.replace('**', '**/*')}.test.ts`),
    exclude: ['test/**/*.long.test.ts'],
    alias: [
      { find: /^(?:#kit|sluice)$/, replacement: fileURLToPath(new URL('../src/engine/kit.ts', import.meta.url)) },
      { find: /^fast-check$/, replacement: fileURLToPath(new URL('../test/fewerRuns.ts', import.meta.url)) },
    ],
    // The names by which vitest.config.ts knows them.
    tags: [{ name: 'long' }],
    testTimeout: 600_000,
    // Each change would else load the engine once for every file of tests.
    isolate: false,
    env: { TZ: 'UTC' },
  },
});
