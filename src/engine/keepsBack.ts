import type { MarketWarning } from '../model/event.ts';

/** Whether no order may be sent while a book has this trouble. */
export function keepsBack(kind: MarketWarning['kind']): boolean {
  return kind !== 'poll-failed' && kind !== 'empty';
}
