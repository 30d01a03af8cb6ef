import { Secret } from '../base/secret.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import type { StorePlace } from './storePlace.ts';

/** A place as it goes through the channel to a process of ours, and nowhere else: a `Secret` does not come through one. */
export interface SentPlace {
  readonly path: string;
  readonly server: (Omit<StoreServer, 'password'> & { readonly password: string | undefined }) | undefined;
}

export function sentPlace({ path, server }: StorePlace): SentPlace {
  return { path, server: server && { ...server, password: server.password?.reveal() } };
}

export function receivedPlace({ path, server }: SentPlace): StorePlace {
  const password = server?.password;
  return { path, server: server && { ...server, password: password === undefined ? undefined : new Secret(password) } };
}
