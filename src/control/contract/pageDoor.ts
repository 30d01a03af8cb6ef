/** A link that opens one session of the dashboard, once. */
export interface PageLink {
  readonly url: string;
  readonly isReadOnly: boolean;
  readonly expiresAt: string;
}

/** How many sessions of the dashboard were closed, and how many links opened none and open none any more. */
export interface SignedOut {
  readonly sessions: number;
  readonly links: number;
}

/** Who makes such links, and ends what they open. */
export interface PageDoor {
  link(isReadOnly: boolean): PageLink;
  /** Rejects with `store` where the next start would let somebody in again. */
  signOutAll(): Promise<SignedOut>;
}
