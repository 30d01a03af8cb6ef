/** Test files of the store, by their names without `.test.ts`, that do not run a second time on Postgres, each with the reason. */
export const ONLY_ONCE: Readonly<Record<string, string>> = {
  ...because('it is about sqlite: what a file of it has, refuses, loses and keeps', [
    'accountDatabase',
    'checkStore',
    'crash.long',
    'database',
    'heldStore.long',
    'inspectDatabase',
    'journalMark',
    'migrate',
    'openAccountStore',
    'store',
    'treasuryMigrations',
  ]),
  ...because('it is about files and processes of one machine', [
    'isAlive.long',
    'machineLock',
    'processLock',
    'refusalFile',
    'sealFile',
    'sightingStore',
  ]),
  ...because('it is about a file that was lost or put back', [
    'rebuildJournal',
    'rebuildSealed',
    'rebuildTreasury',
    'sealRestored',
    'treasurySeal',
  ]),
  ...because('it starts Postgres servers of its own', [
    'copyStore.long',
    'openPostgres.long',
    'postgresConnection.long',
    'twoMachines.long',
  ]),
  ...because('it speaks to a server that is no Postgres', ['postgresSession']),
};

function because(reason: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}
