const ADVICE: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full. Free space there (or raise the limit of the database), then start again',
  SQLITE_BUSY: 'another program holds the database: end it, then start again',
  SQLITE_LOCKED: 'another program holds the database: end it, then start again',
  SQLITE_READONLY: 'check that the file and its folder may be written by this user',
  SQLITE_CANTOPEN: 'check that the folder exists and may be written by this user',
  SQLITE_PERM: 'check that the file may be read and written by this user',
  SQLITE_IOERR: 'the disk failed: check it, then start again; what was committed is still there',
  SQLITE_CORRUPT:
    'the file is damaged: put the newest copy in its place, with its `-wal`; of an account, `sluice recover` keeps the file and rebuilds the journal from what the venue still shows',
  SQLITE_NOTADB: 'the file is no database: check the path of the state directory',
  // Codes of Postgres follow. Advice that names the server and its user is in postgresAdvice.ts.
  '53100': 'the disk of the server is full. Free space there: nothing is sent until then, and what was committed is still there',
  '42501': 'give the user of `store` the rights of the owner of these tables',
};

const AWAY = 'check that the server runs and that this machine reaches it: nothing is sent without it; start again when it is there';

/** What a person can do about an error of a database, by its code. Undefined where that is not known. */
export function storeAdvice(code: string | undefined, isAway: boolean): string | undefined {
  return ADVICE[code ?? ''] ?? (isAway ? AWAY : undefined);
}
