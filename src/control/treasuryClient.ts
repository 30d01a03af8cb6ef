import type { DryRunReport, MoveReport } from '../treasury/moves/moveReport.ts';
import type { MoveContent, NamedDestination, TreasuryCalls, TreasuryStatus } from '../daemon/treasury/treasury.ts';
import type { PolicyReport } from '../daemon/treasury/publishPolicy.ts';
import type { ControlClient } from './controlClient.ts';

/** The treasury that runs in another process, through its socket. */
export function treasuryClient(control: ControlClient): TreasuryCalls {
  const get = async <T>(path: string): Promise<T> => (await control.get(path)) as T;
  const post = async <T>(path: string, body: unknown = {}): Promise<T> => (await control.post(path, body)) as T;
  const at = (id: string): string => `/moves/${encodeURIComponent(id)}`;
  return {
    status: () => get<TreasuryStatus>('/status'),
    dryRun: (order) => post<DryRunReport>('/moves/dry-run', order),
    ask: (order) => post<MoveReport>('/moves', order),
    moves: (limit) => get<readonly MoveReport[]>(`/moves?limit=${limit}`),
    move: (id) => get<MoveReport>(at(id)),
    content: (id) => get<MoveContent>(`${at(id)}/content`),
    approve: (id, approval) => post<MoveReport>(`${at(id)}/approvals`, approval),
    cancel: (id, who, why) => post<MoveReport>(`${at(id)}/cancel`, { who, why }),
    advance: (id) => post<MoveReport>(`${at(id)}/advance`),
    destinations: () => get<readonly NamedDestination[]>('/destinations'),
    retry: (id) => get<readonly unknown[]>(`${at(id)}/retry`),
    estimate: async (fiatCurrency, amount, currency) => post<string>('/estimate', { fiatCurrency, amount, currency }),
    policy: () => get<PolicyReport | null>('/policy'),
    publish: (text, who, approvals) => post<PolicyReport>('/policy', { text, who, approvals }),
  };
}
