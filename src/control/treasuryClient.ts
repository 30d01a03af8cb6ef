import type { DryRunReport, MoveReport } from '../treasury/moves/moveReport.ts';
import type {
  MoveContent,
  NamedDestination,
  QuotedAmounts,
  RefundLink,
  TreasuryCalls,
  TreasuryStatus,
} from '../daemon/treasury/treasury.ts';
import type { PolicyReport } from '../daemon/treasury/publishPolicy.ts';
import type { ReconciledRow } from '../daemon/reconciliation.ts';
import type { EntryReport } from '../treasury/book/entryReport.ts';
import type { ScheduleReport } from '../treasury/schedules/scheduleReport.ts';
import { type SocketClient, unknownWhenLost } from './socketClient.ts';

type AskedEntryReport = Awaited<ReturnType<TreasuryCalls['askEntry']>>;
type EntryContent = Awaited<ReturnType<TreasuryCalls['entryContent']>>;

/** The treasury that runs in another process, through its socket. */
export function treasuryClient(control: SocketClient): TreasuryCalls {
  const get = async <T>(path: string): Promise<T> => JSON.parse((await control.send('GET', path)).bytes.toString()) as T;
  const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
    JSON.parse((await control.send('POST', path, JSON.stringify(body))).bytes.toString()) as T;
  /** What changes something: without an answer nobody knows whether it did. */
  const change =
    (seenBy: string) =>
    <T>(path: string, body?: unknown): Promise<T> =>
      post<T>(path, body).catch((error: unknown) => {
        throw unknownWhenLost(error, `${seenBy} shows whether it was done: look before you ask again`);
      });
  const changeMove = change('`sluice treasury list`');
  const changeBook = change('`sluice treasury book list --all`');
  const inBook = (id: string): string => `/book/${encodeURIComponent(id)}`;
  const at = (id: string): string => `/moves/${encodeURIComponent(id)}`;
  return {
    status: () => get<TreasuryStatus>('/status'),
    dryRun: (order) => post<DryRunReport>('/moves/dry-run', order),
    ask: (order) => changeMove<MoveReport>('/moves', order),
    moves: (limit, onlyOpen = false) => get<readonly MoveReport[]>(`/moves?limit=${limit}&open=${onlyOpen}`),
    move: (id) => get<MoveReport>(at(id)),
    content: (id) => get<MoveContent>(`${at(id)}/content`),
    approve: (id, approval) => changeMove<MoveReport>(`${at(id)}/approvals`, approval),
    cancel: (id, who, why) => changeMove<MoveReport>(`${at(id)}/cancel`, { who, why }),
    refundLink: (id, who, language) => post<RefundLink>(`${at(id)}/link`, { who, language }),
    settle: (settlement) => changeMove<MoveReport>('/settlements', settlement),
    resolve: (id, verdict) =>
      change('`sluice orders unresolved`')<Awaited<ReturnType<TreasuryCalls['resolve']>>>(
        `/intents/${encodeURIComponent(id)}/resolve`,
        verdict,
      ),
    accounts: () => get<Awaited<ReturnType<TreasuryCalls['accounts']>>>('/accounts'),
    request: (request, who) => post<Awaited<ReturnType<TreasuryCalls['request']>>>('/requests', { request, who }),
    decide: (action) => change('`sluice pay intents show ID`')<{ readonly done: true }>('/payments/decide', action),
    advance: (id) => changeMove<MoveReport>(`${at(id)}/advance`),
    askEntry: (order) => changeBook<AskedEntryReport>('/book', order),
    entries: (all) => get<readonly EntryReport[]>(`/book?all=${all}`),
    entryContent: (id) => get<EntryContent>(`${inBook(id)}/content`),
    approveEntry: (id, approval) => changeBook<EntryReport>(`${inBook(id)}/approvals`, approval),
    removeEntry: (id, who, why) => changeBook<EntryReport>(`${inBook(id)}/remove`, { who, why }),
    destinations: () => get<readonly NamedDestination[]>('/destinations'),
    retry: (id) => get<readonly unknown[]>(`${at(id)}/retry`),
    schedules: () => get<readonly ScheduleReport[]>('/schedules'),
    quote: (terms) => post<QuotedAmounts>('/quote', terms),
    reconcile: () => post<readonly ReconciledRow[] | null>('/reconcile'),
    adjust: (adjustment) => change('`sluice ledger list`')<null>('/ledger/adjustments', adjustment),
    policy: () => get<PolicyReport | null>('/policy'),
    publish: (text, who, approvals, insteadOf) =>
      change('`sluice treasury policy show`')<PolicyReport>('/policy', { text, who, approvals, insteadOf }),
  };
}
