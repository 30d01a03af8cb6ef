import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { dayOf, type Instant } from '../../base/instant.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import { type TellNews, tellsTrouble } from '../../base/tellNews.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { anchorLine, anchorOf, appendAnchor } from '../../treasury/audit/anchorFile.ts';

export interface DailyHeadOptions {
  readonly store: Pick<TreasuryStore, 'auditHead'>;
  readonly clock: Clock;
  /** The file to which it is added. Undefined where none is named. */
  readonly anchor: string | undefined;
  /** Tells a person. */
  readonly tell: TellNews;
}

/**
 * Tells the head of the audit log once on each UTC day, for as long as it is called. A file that can't be written stops nothing: it is told
 * once, and tried again with every call.
 */
export function dailyHead({ store, clock, anchor, tell }: DailyHeadOptions): () => Promise<void> {
  let done: Instant | undefined;
  const trouble = new LastingTrouble('the anchors of the audit log', tellsTrouble(tell));
  return async () => {
    const now = clock.now();
    if (done === dayOf(now)) return;
    const head = await store.auditHead();
    if (head === undefined) return;
    const line = anchorLine(anchorOf(head, now));
    try {
      if (anchor !== undefined) appendAnchor(anchor, anchorOf(head, now));
    } catch (error) {
      trouble.lasts(`${messageOf(error)}; the head of the audit log is ${line}`);
      return;
    }
    trouble.over('the head of the audit log could be written down again');
    tell(`the head of the audit log: ${line}`, { level: 'info', event: 'audit-head' });
    done = dayOf(now);
  };
}
