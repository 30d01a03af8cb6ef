import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Processes and not threads: the native sqlite3 module is made for one of them each, and signals reach them.
    pool: 'forks',
    maxWorkers: 2,
    // No test depends on speed; a limit is there only to end what hangs.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    passWithNoTests: false,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    allowOnly: false,
    env: { TZ: 'UTC' },
  },
});
