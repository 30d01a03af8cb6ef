/** What the configuration can be told of a venue. What is undefined was not found out. */
export interface Knowledge {
  pageBase?: 0 | 1 | undefined;
  replace?: 'atomic-keeps-id' | undefined;
  /** The latest that an order or its end was seen in a list. */
  lagMs?: number | undefined;
  /** The smallest age of a timestamp that was refused. */
  timestampWindowMs?: number | undefined;
  /** Codes that are proven often enough to come before anything is accepted. */
  refusals?: readonly string[] | undefined;
}
