/** What a command of the control interface may do. Only what changes something is told by `POST`. */
export type ControlEffect = 'reads' | 'changes';

/** One row of our own control interface. What it takes is in `controlRequests`, what it answers in `ControlReplies`, both by its name. */
export interface ControlRow {
  readonly method: 'GET' | 'POST';
  /** A part that begins with a colon is a field of the request. The other fields are the query of a `GET`, the JSON body of a `POST`. */
  readonly path: `/${string}`;
  readonly effect: ControlEffect;
  /** `socket`: only on the unix socket of the daemon's owner. `page`: for the dashboard too, below `/api`. */
  readonly over: 'socket' | 'page';
  /** The answer is bytes as the venue sent them, and not JSON of ours. */
  readonly isRaw?: true;
  /** Asked twice, it is done twice: when the daemon's answer is lost, nobody knows whether to ask again. */
  readonly addsUp?: true;
  /** When the daemon's answer is lost, nobody knows whether it was done. This says where that can be seen. */
  readonly seenBy?: string;
  /** It is passed on to the venue: when the daemon's answer is lost, nobody knows what came of it. */
  readonly reachesVenue?: true;
}

function read<P extends `/${string}`>(path: P, over: ControlRow['over'] = 'page') {
  return { method: 'GET', path, effect: 'reads', over } as const;
}

function change<P extends `/${string}`>(path: P) {
  return { method: 'POST', path, effect: 'changes', over: 'page' } as const;
}

/**
 * The control interface of a running daemon. Its server, its client and its reference are loops over these rows; the dashboard is a
 * client of it. Nothing here needs more than a browser has.
 */
export const controlRows = {
  status: read('/status'),
  'settings.facts': read('/facts'),
  'orders.owners': read('/orders'),
  'orders.live': read('/orders/live'),
  'fills.list': read('/fills'),
  'executions.show': read('/executions/:id'),
  'refusals.list': read('/refusals'),
  'events.list': read('/events/list'),
  'equity.series': read('/equity'),
  'profit.list': read('/profit'),
  'market.show': read('/market'),
  'strategies.list': read('/strategies'),
  'strategies.tags': read('/strategies/:name/tags'),
  'strategies.plots': read('/strategies/:name/plots'),
  'strategies.state': read('/strategies/:name/state'),
  'unresolved.list': read('/unresolved'),
  why: read('/why'),
  'runs.list': read('/runs'),
  'runs.show': read('/runs/show'),
  'runs.series': read('/runs/series'),
  'runs.trips': read('/runs/trips'),
  'runs.events': read('/runs/events'),
  'payments.list': read('/payments'),
  'payments.show': read('/payments/:id'),
  'limits.list': read('/limits'),
  'balances.list': read('/balances'),
  'treasury.show': read('/treasury'),
  'statements.show': read('/statements'),
  'simulator.show': read('/simulator'),
  accounts: read('/accounts', 'socket'),
  'config.plan': read('/config/plan', 'socket'),
  'config.reload': {
    ...change('/config/reload'),
    over: 'socket',
    seenBy: '`sluice status` says which configuration is in force',
  },
  'daemon.stop': change('/stop'),
  'strategies.pauseAll': change('/strategies/pause'),
  'strategies.tell': change('/strategies/:name/:verb'),
  'params.plan': change('/strategies/:name/params/plan'),
  'params.apply': {
    ...change('/strategies/:name/params/apply'),
    seenBy: '`sluice status` says which configuration is in force',
  },
  'trading.stop': {
    ...change('/trading/stop'),
    seenBy: '`sluice status` says what is stopped; to be sure, stop it once more',
  },
  'trading.resume': {
    ...change('/trading/resume'),
    seenBy: '`sluice status` says what is stopped',
  },
  'orders.cancel': {
    ...change('/orders/cancel'),
    seenBy: '`sluice orders list` shows what is open; a cancel may be repeated',
  },
  'orders.give': change('/orders/:id/give'),
  'orders.settle': change('/orders/:id/settle'),
  'intents.resolve': change('/intents/:id/resolve'),
  'positions.adjust': { ...change('/positions/adjust'), addsUp: true },
  'refusals.decide': change('/refusals/:id/:verdict'),
  reconcile: change('/reconcile'),
  'ledger.adjust': { ...change('/ledger/adjust'), addsUp: true },
  'simulator.faults': change('/simulator/faults'),
  'simulator.strike': {
    ...change('/simulator/strike'),
    addsUp: true,
  },
  'simulator.price': { ...change('/simulator/price'), addsUp: true },
  'simulator.deposit': {
    ...change('/simulator/deposit'),
    addsUp: true,
  },
  'simulator.lend': change('/simulator/lend'),
  'simulator.hold': change('/simulator/hold'),
  'simulator.decide': {
    ...change('/simulator/decide'),
    seenBy: '`sluice simulator pending` lists what is pending still',
  },
  'simulator.networkFee': change('/simulator/network-fee'),
  'simulator.notify': change('/simulator/notify'),
  'dashboard.link': {
    ...change('/dashboard/link'),
    over: 'socket',
  },
  'dashboard.signOutAll': {
    ...change('/dashboard/sign-out-all'),
    over: 'socket',
    seenBy: 'to be sure, say it once more',
  },
  ask: { ...change('/ask'), reachesVenue: true },
  read: {
    method: 'POST',
    path: '/read/:operation',
    effect: 'reads',
    over: 'socket',
    isRaw: true,
  },
  api: {
    ...change('/api'),
    over: 'socket',
    isRaw: true,
    reachesVenue: true,
  },
} as const satisfies Readonly<Record<string, ControlRow>>;

export type ControlName = keyof typeof controlRows;

/** The rows that look at the daemon itself and change nothing. */
export type ControlReadName = { [N in ControlName]: (typeof controlRows)[N]['method'] extends 'GET' ? N : never }[ControlName];

/** The rows, by name, in the order of the table. */
export function allControlRows(): readonly (readonly [name: ControlName, row: ControlRow])[] {
  return Object.entries(controlRows) as [ControlName, ControlRow][];
}

/**
 * The request line and body of a call: fields that the path names go there, the others into the query of a `GET` or the body of a
 * `POST`.
 */
export function controlTarget(
  name: ControlName,
  args: Readonly<Record<string, unknown>>,
): { readonly target: string; readonly body: string | undefined } {
  const { method, path }: ControlRow = controlRows[name];
  const rest = { ...args };
  const target = path.replaceAll(/:(\w+)/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  if (method === 'POST') return { target, body: JSON.stringify(rest) };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = given.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&');
  return { target: query === '' ? target : `${target}?${query}`, body: undefined };
}
