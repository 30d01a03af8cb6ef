import { SignJWT } from 'jose';
import { present } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { rememberCredential, rememberSignature } from '../base/redacted.ts';
import type { Secret } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Signer } from './signer.ts';

export interface BearerSignerOptions {
  /** It has 36 characters. */
  readonly userUuid: string;
  /** The API user's secret; its bytes are the key (002 Authentication 1). */
  readonly secret: Secret;
  readonly clock?: Clock;
}

/** How long a token is good for, and how long before its end it is not used any more. The bounds are not shown (002 Limits). */
const LIFETIME_S = 300;
const MARGIN_S = 60;

/** Bearer tokens: JWT by HS256 with `exp` and `user_uuid`, each used until shortly before it expires (002 Authentication). */
export function createBearerSigner({ userUuid, secret, clock = systemClock }: BearerSignerOptions): Signer {
  if (!/^[0-9a-f-]{36}$/i.test(userUuid)) throw new Fault('configuration', 'the id of the API user is no UUID of 36 characters');
  if (secret.reveal() === '') throw new Fault('configuration', 'the secret of the API user is empty');
  rememberCredential(userUuid);
  let token: { readonly text: string; readonly exp: number } | undefined;
  return {
    ready: async (now: Instant) => {
      const nowS = Math.floor(now / 1000);
      // A token that is too far ahead was made before the venue's clock was known.
      if (token !== undefined && token.exp - nowS > MARGIN_S && token.exp - nowS <= LIFETIME_S) return;
      const exp = nowS + LIFETIME_S;
      const unsigned = new SignJWT({ user_uuid: userUuid, exp }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
      token = { text: await clock.track(unsigned.sign(new TextEncoder().encode(secret.reveal()))), exp };
      // Its first part is that of every such token, and those of the venue's pages begin alike; without its last part it opens nothing.
      rememberSignature(token.text.slice(token.text.lastIndexOf('.') + 1));
    },
    headers: () => ({ authorization: `Bearer ${present(token, 'bearer token').text}` }),
  };
}
