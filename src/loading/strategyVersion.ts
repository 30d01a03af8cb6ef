import type { ExitOrder } from '../engine/deskOrders/newOrder.ts';

/** What a strategy is made of, beside what it trades. */
interface Made {
  /** The hash of its code. */
  readonly code: string;
  /** As they are written in the configuration. */
  readonly params: Readonly<Record<string, string>>;
  readonly exits?: readonly ExitOrder[] | undefined;
}

/** Tells a strategy with this code, these parameters and exits from any other: what has another version is replaced by a reload. */
export function strategyVersion({ code, params, exits }: Made): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ code, params: sorted, exits });
}
