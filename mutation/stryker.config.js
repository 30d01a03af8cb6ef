import { group } from './groups.js';

export default {
  mutate: group.files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // The compiler of today offers no programming interface. Without a file of this name, nobody asks for one.
  tsconfigFile: 'mutation/none.json',
  // Under a mutant that never ends, this long beyond what the tests take without one.
  timeoutMS: 20_000,
  concurrency: 1,
  tempDirName: `runs/mutation/${group.name}`,
  ignorePatterns: [
    '/docs',
    '/bench',
    '/mutation/node_modules',
    '/mutation/tmp',
    '/runs',
    '/.sluice',
    '/test/research',
    '/test/session/lives',
  ],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `runs/mutation/${group.name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
