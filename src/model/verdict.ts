/** What a person decides of an intent of which nobody can say what came of it. */
export type Verdict =
  /** The order or conversion of this id at the venue is the intent's. */
  | { readonly type: 'adopt'; readonly venueId: string }
  /** Nothing came of it, and nothing will. */
  | { readonly type: 'not-placed' };

/** The strategy that a person gives an order to. */
export interface Receiver {
  readonly name: string;
  /** What it trades. */
  readonly symbols: readonly string[];
}
