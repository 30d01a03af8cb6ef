import type { Clock } from '../../base/clock.ts';
import type { Authenticator } from '../authentication.ts';
import { verifiedClaims } from '../pageTokens.ts';

/** The name of a scheme may be in any case (RFC 9110 11.1). */
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Accepts a JWT (HS256) with `exp` and the `user_uuid` of the merchant's API user, signed with that user's secret (002 Authentication). */
export function bearerAuthenticator(clock: Clock, userUuid: string, secret: string): Authenticator {
  const key = new TextEncoder().encode(secret);
  return async ({ header }, now) => {
    const token = BEARER.exec(header('authorization') ?? '')?.[1];
    if (token === undefined) return false;
    const claims = await verifiedClaims(clock, token, key, now);
    return claims?.['user_uuid'] === userUuid;
  };
}
