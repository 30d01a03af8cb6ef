import { keyTail } from '../base/secret.ts';
import { hereNote } from '../settings/hereNote.ts';
import type { World } from '../settings/loadSettings.ts';

/** At which venue a daemon trades, as people see it. */
export interface VenueFacts {
  readonly host: string;
  readonly keyTail: string;
  /** What to know of this host. */
  readonly note?: string | undefined;
}

export function venueFacts(world: World, { host, key }: { readonly host: string; readonly key: string }): VenueFacts {
  return { host, keyTail: key === '' ? 'none' : keyTail(key), note: hereNote(world, host) };
}
