import type { StoreServer } from '../settings/storeServer.ts';

/** What keeps a database: a file, or a schema of a server that is called as the file would be. */
export interface StorePlace {
  readonly path: string;
  readonly server?: StoreServer | undefined;
}

/** As `sluice store copy` takes it, but for a password. */
export function shownPlace({ path, server }: StorePlace): string {
  return server?.shown ?? path;
}
