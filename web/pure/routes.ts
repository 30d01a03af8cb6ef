/** A page of the dashboard: its place in the address, its key behind `g`, its group in the rail. */
export interface PageRoute {
  readonly name: PageName;
  readonly title: string;
  readonly key: string;
  readonly group: 'Trading' | 'Strategies' | 'Money' | 'System';
  /** The command that shows the same. */
  readonly command: string;
}

export type PageName =
  | 'overview'
  | 'market'
  | 'orders'
  | 'fills'
  | 'refusals'
  | 'unresolved'
  | 'why'
  | 'strategies'
  | 'research'
  | 'payments'
  | 'treasury'
  | 'events'
  | 'health'
  | 'simulator';

export const PAGES: readonly PageRoute[] = [
  { name: 'overview', title: 'Overview', key: 'o', group: 'Trading', command: 'sluice status' },
  { name: 'market', title: 'Market', key: 'm', group: 'Trading', command: 'sluice book' },
  { name: 'orders', title: 'Orders', key: 'd', group: 'Trading', command: 'sluice orders list' },
  { name: 'fills', title: 'Fills', key: 'f', group: 'Trading', command: 'sluice fills list' },
  {
    name: 'refusals',
    title: 'Refusals',
    key: 'r',
    group: 'Trading',
    command: 'sluice events --kind refused,intent-refused,intent-not-sent',
  },
  { name: 'unresolved', title: 'Unresolved', key: 'u', group: 'Trading', command: 'sluice orders unresolved' },
  { name: 'why', title: 'Why', key: 'w', group: 'Trading', command: 'sluice why ID' },
  { name: 'strategies', title: 'Strategies', key: 's', group: 'Strategies', command: 'sluice status' },
  { name: 'research', title: 'Research', key: 'b', group: 'Strategies', command: 'sluice report open' },
  { name: 'payments', title: 'Payments', key: 'p', group: 'Money', command: 'sluice pay intents list' },
  { name: 'treasury', title: 'Treasury', key: 't', group: 'Money', command: 'sluice treasury list' },
  { name: 'events', title: 'Events', key: 'l', group: 'System', command: 'sluice events -f' },
  { name: 'health', title: 'Health', key: 'h', group: 'System', command: 'sluice doctor' },
  { name: 'simulator', title: 'Simulator', key: 'i', group: 'System', command: 'sluice simulator faults' },
];

/** Where the page stands: `#/market/BTC%2FEUR` is the market of that pair. */
export interface Place {
  readonly page: PageName;
  /** What of it is shown, such as a pair or a strategy. */
  readonly what: string | undefined;
  /** The page that the address asks for, where there is none of that name. */
  readonly missing: string | undefined;
}

/** The place in an address; the overview for any other one. */
export function placeOf(hash: string): Place {
  const [, name = '', what = ''] = /^#\/([^/]*)(?:\/(.*))?$/.exec(hash) ?? [];
  const page = PAGES.find((route) => route.name === name)?.name;
  if (page === undefined) return { page: 'overview', what: undefined, missing: name === '' ? undefined : (decoded(name) ?? name) };
  return { page, what: what === '' ? undefined : decoded(what), missing: undefined };
}

export function addressOf({ page, what }: { readonly page: PageName; readonly what?: string | undefined }): string {
  return `#/${page}${what === undefined ? '' : `/${encodeURIComponent(what)}`}`;
}

/** The one-time token in an address: `#token=…`. */
export function tokenOf(hash: string): string | undefined {
  return /^#token=([\w.~-]+)$/.exec(hash)?.[1];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
