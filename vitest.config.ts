import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesInMemory } from './test/filesInMemory.ts';
import { ONLY_ONCE } from './test/store/onlyOnce.ts';

filesInMemory();

/** What starts processes or workers, runs many seeds, or lets a whole world live for long. test/tidy/quick.ts holds the others to that. */
const LONG = 'test/**/*.long.test.ts';

/** What there is on Postgres alone. */
const SERVER = 'test/**/*.postgres.test.ts';

/** Strategies import the kit by the names that the package gives to its compiled one. */
const kit = [{ find: /^(?:#kit|sluice)$/, replacement: fileURLToPath(new URL('src/engine/kit.ts', import.meta.url)) }];

const alias = [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('test/fewerRuns.ts', import.meta.url)) }];

// `npm test` runs all projects, `npm run test:quick` one of them, in the mode `quick` and without the tests that are tagged `long`.
export default defineConfig(({ mode }) => ({
  resolve: { alias: kit },
  test: {
    // Processes and not threads: the native sqlite3 module is made for one of them each, and signals reach them.
    pool: 'forks',
    // On two cores. Many long tests wait for a clock more than they work.
    maxWorkers: 3,
    // No test depends on speed; a limit is there only to end what hangs, on a machine that is ten times as slow too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 20_000,
    passWithNoTests: false,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    tags: [{ name: 'long', description: 'Takes a tenth of a second or more on quiet cores, so that the quick run leaves it out.' }],
    allowOnly: false,
    env: { TZ: 'UTC' },
    setupFiles: ['test/sameCases.ts'],
    projects: [
      {
        extends: true,
        // Files share their process and what they import: for most of them the imports are most of the time.
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [LONG, SERVER],
          isolate: false,
          alias: mode === 'quick' ? alias : [],
        },
      },
      { extends: true, test: { name: 'long', include: [LONG] } },
      // The tests of the store once more, on Postgres.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/store/*.test.ts'],
          exclude: Object.keys(ONLY_ONCE).map((name) => `test/store/${name}.test.ts`),
          globalSetup: 'test/store/startPostgres.ts',
          setupFiles: ['test/sameCases.ts', 'test/store/needPostgres.ts'],
          isolate: false,
        },
      },
    ],
  },
}));
