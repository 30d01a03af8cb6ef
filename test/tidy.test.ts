import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { blockFaults } from './documents/blockFaults.ts';
import { ONLY_ONCE } from './store/onlyOnce.ts';
import { alarmFaults } from './tidy/alarms.ts';
import { dependencyFaults, installFaults, integrityFaults, lockFaults } from './tidy/dependencies.ts';
import { decisionFaults, linkFaults, namedTestFaults, titleFaults, yamlFaults } from './tidy/documents.ts';
import { floorFaults, importCycles, strategyImportFaults, threadFaults, tradingFaults, webFaults } from './tidy/floors.ts';
import { assertionFaults, mirrorFaults } from './tidy/mirror.ts';
import { pathFaults } from './tidy/paths.ts';
import { clockFaults, homeFaults, purityFaults } from './tidy/purity.ts';
import { quickFaults } from './tidy/quick.ts';
import { barrelFaults, defaultExportFaults, lengthFaults, machineFaults, nameFaults, spanFaults, wordFaults } from './tidy/shape.ts';
import { readSources, type Source } from './tidy/source.ts';
import { outputFaults } from './tidy/outputs.ts';
import { suggestionFaults } from './tidy/suggestions.ts';
import { storeTestFaults } from './tidy/storeTests.ts';
import { waitFaults } from './tidy/waits.ts';

const project = readSources(fileURLToPath(new URL('..', import.meta.url)));

/** The house rules (docs/decisions and the floors). Each check is tested on invented sources in test/tidy/. */
const RULES: Readonly<Record<string, (sources: readonly Source[]) => string[]>> = {
  'a folder imports only from lower floors': floorFaults,
  'what trades imports nothing of research': tradingFaults,
  'no files import each other in a circle': importCycles,
  'the page knows only the contract of the control interface': webFaults,
  'a strategy imports only the kit': strategyImportFaults,
  'no thread loads sqlite': threadFaults,
  'no path leads from a strategy or the engine to a withdrawal': (sources) =>
    pathFaults(sources, {
      from: /^(?:strategies|src\/(?:engine|loading|exchange|market|session|research))\//,
      to: /^src\/(?:treasury|policy|daemon\/treasury)\//,
      because: 'what decides on trades must have no way to a withdrawal',
    }),
  'no path leads from the trading daemon to the treasury': (sources) =>
    pathFaults(sources, {
      from: /^src\/daemon\/(?!treasury\/)/,
      to: /^src\/(?:treasury\/(?:moves|approvals|batches)|policy|daemon\/treasury)\//,
      because: 'the treasury is a process of its own, with a key of its own',
    }),
  'no path leads from the control interface of the daemon, or from the page, to what moves money in the treasury': (sources) =>
    pathFaults(sources, {
      from: /^(?:web|src\/control\/(?!treasury(?:Server|Client)\.ts))/,
      to: /^src\/(?:treasury\/moves\/(?:moves|\w*Carrier)|daemon\/treasury\/(?:openTreasury|runTreasury|moveVenue|treasury)|control\/treasury(?:Server|Client))\.ts/,
      because: 'the dashboard looks at the treasury and has no way to move, approve or change anything in it',
    }),
  'pure folders wait for nothing and touch nothing': purityFaults,
  'time has one source': clockFaults,
  'texts of strangers are shown through one place': outputFaults,
  'a suggestion goes on behind `do:`': suggestionFaults,
  'a driver is imported only where it lives': homeFaults,
  'only a strategy has a default export': defaultExportFaults,
  'nothing passes on what others export, but the doors of the package': barrelFaults,
  'a file is named for what it exports': nameFaults,
  'a file is short enough to be read at once': lengthFaults,
  'no work is left unfinished or silenced': wordFaults,
  'a minute, an hour and a day have one place': spanFaults,
  'nothing depends on one machine': machineFaults,
  'every file with logic has a test in the mirror folder': mirrorFaults,
  'every test file asserts something': assertionFaults,
  'a quick test starts nothing': quickFaults,
  'a test waits for what happens, not for a time': waitFaults,
  'every test of the store runs on sqlite and on Postgres, or says why not': (sources) => storeTestFaults(sources, ONLY_ONCE),
  'every alarm has a row for operators': alarmFaults,
  'every document has one title': titleFaults,
  'every document is found from README.md': linkFaults,
  'every block of code in a document is proven, or says why not': (sources) => blockFaults(sources),
  'every test that a document names exists': namedTestFaults,
  'decisions are numbered': decisionFaults,
  'every configuration parses': yamlFaults,
  'dependencies are exact, declared and used': dependencyFaults,
  'the lock file is complete for every platform': lockFaults,
  'what is installed is what was locked': integrityFaults,
  'only what must runs at install': installFaults,
};

describe('house rules', () => {
  it('reads the project', () => {
    expect(project.map(({ path }) => path)).toContain('src/base/decimal.ts');
  });

  for (const [name, faultsOf] of Object.entries(RULES)) {
    it(name, () => {
      const faults = faultsOf(project);
      expect(faults, faults.join('\n')).toEqual([]);
    });
  }
});
