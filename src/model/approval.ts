import type { Instant } from '../base/instant.ts';

/** A person's signature under what a person has read. */
export interface Approval {
  readonly person: string;
  /** The public key that verifies it, as in the policy: `ed25519:` and base64. */
  readonly key: string;
  /** Base64. */
  readonly signature: string;
  readonly at: Instant;
}
