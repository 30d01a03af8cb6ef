import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';

/** Signs the links to the venue's own pages, and reads them back: JWT, HS256. */
export class PageTokens {
  readonly #key: Uint8Array;
  readonly #clock: Clock;

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  sign(claims: Readonly<Record<string, string | undefined>>, expiresAt: Instant): Promise<string> {
    const token = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(expiresAt / 1000));
    return this.#clock.track(token.sign(this.#key));
  }

  /** The claims. Undefined when the token is not ours, is damaged, or has expired. */
  async read(token: string, now: Instant): Promise<Readonly<Record<string, unknown>> | undefined> {
    return verifiedClaims(this.#clock, token, this.#key, now);
  }
}

/** The claims of a token that was signed with the key by HS256 and has not expired. Undefined for any other token. */
export async function verifiedClaims(
  clock: Clock,
  token: string,
  key: Uint8Array,
  now: Instant,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const options = { algorithms: ['HS256'], typ: 'JWT', currentDate: new Date(now), requiredClaims: ['exp'] };
    return (await clock.track(jwtVerify(token, key, options))).payload;
  } catch {
    return undefined;
  }
}
