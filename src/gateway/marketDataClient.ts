import type { PollReply } from './pollLoop.ts';

/** What the feed needs of the exchange client. Rejects on anything but a success. */
export interface MarketDataClient {
  fetchBytes(
    operation: 'book.get',
    params: { readonly symbol: string; readonly depth: number },
    options: { readonly signal: AbortSignal },
  ): Promise<PollReply>;
  fetchBytes(operation: 'statistics.list', params: Record<never, never>, options: { readonly signal: AbortSignal }): Promise<PollReply>;
}
