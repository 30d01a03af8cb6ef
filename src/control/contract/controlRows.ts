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
  readonly about: string;
  /** The answer is bytes as the venue sent them, and not JSON of ours. */
  readonly isRaw?: true;
  /** Asked twice, it is done twice: when the daemon's answer is lost, nobody knows whether to ask again. */
  readonly addsUp?: true;
  /** When the daemon's answer is lost, nobody knows whether it was done. This says where that can be seen. */
  readonly seenBy?: string;
  /** It is passed on to the venue: when the daemon's answer is lost, nobody knows what came of it. */
  readonly reachesVenue?: true;
}

function read<P extends `/${string}`>(path: P, about: string, over: ControlRow['over'] = 'page') {
  return { method: 'GET', path, effect: 'reads', over, about } as const;
}

function change<P extends `/${string}`>(path: P, about: string) {
  return { method: 'POST', path, effect: 'changes', over: 'page', about } as const;
}

/**
 * The control interface of a running daemon. Its server, its client and its reference are loops over these rows; the dashboard is a
 * client of it. Nothing here needs more than a browser has.
 */
export const controlRows = {
  status: read('/status', 'What the daemon does now: state, stops, strategies, markets, rate budget, clock, what is unknown'),
  'settings.facts': read('/facts', 'What only a restart or a reload changes: world, venue, end of the key, version, files'),
  'orders.owners': read('/orders', 'By the venue’s id, the strategy that placed each live order'),
  'orders.live': read('/orders/live', 'Our own live orders: price, amount, filled, strategy, age'),
  'fills.list': read('/fills', 'Executions, newest first, page by page'),
  'executions.show': read('/executions/:id', 'How far one worked order is, also when it was over since the start'),
  'refusals.list': read('/refusals', 'What was refused since the start with the reason, newest first, and how often by strategy and rule'),
  'events.list': read(
    '/events/list',
    'Lines of the event log, newest first, page by page: those of the last 30 days, 200,000 at the most, over restarts too',
  ),
  'equity.series': read(
    '/equity',
    'What the account and each strategy were worth, in a bounded number of points: since the start, or over restarts too where a time is named. Falls are those of all values between them',
  ),
  'profit.list': read(
    '/profit',
    'What each strategy made in each day, week or month (UTC), oldest first, as `sluice profit` tells it: what was closed, after fees, and with what open positions gained',
  ),
  'market.show': read('/market', 'One market: book, mids, candles, own resting orders and executions'),
  'strategies.list': read('/strategies', 'Each strategy with its parameters, what they may be, its state and its profit'),
  'strategies.tags': read('/strategies/:name/tags', 'What the executions of a strategy came to since the start, by their tags'),
  'strategies.plots': read('/strategies/:name/plots', 'What a strategy plotted since the start, in a bounded number of points'),
  'strategies.state': read('/strategies/:name/state', 'What a strategy keeps over a restart, in a bounded number of texts'),
  'unresolved.list': read(
    '/unresolved',
    'Requests of which nobody knows what came of them: evidence, what may be decided, and the commands',
  ),
  why: read('/why', 'How an order, a conversion or a transfer came about and what became of it, as `sluice why` tells it'),
  'runs.list': read('/runs', 'The backtests in the folder of runs, the one that was written last first'),
  'runs.show': read('/runs/show', 'One backtest: its inputs, its figures by band, and its warnings'),
  'runs.series': read(
    '/runs/series',
    'What one backtest was worth over time by band, in a bounded number of points; finer in a narrower span',
  ),
  'runs.trips': read('/runs/trips', 'The round trips of a band of a backtest, page by page'),
  'runs.events': read('/runs/events', 'What happened in a band of a backtest from a time on'),
  'payments.list': read(
    '/payments',
    'Payments, refunds and payouts of the last days as the payment interface shows them, and what does not fit. It asks the venue',
  ),
  'payments.show': read('/payments/:id', 'One payment and what happened to it, as `sluice pay intents show` tells it. It asks the venue'),
  'limits.list': read('/limits', 'The limits on risk, and how much of each is in use'),
  'balances.list': read('/balances', 'What the account has of each currency, as the venue has told it last'),
  'treasury.show': read(
    '/treasury',
    'The treasury in the daemon’s state directory, as its file has it: what waits and for whom, address book, limits in use, policy, head of the audit log',
  ),
  'statements.show': read(
    '/statements',
    'A month of the account in the daemon’s own books, held against the last recorded balance of the venue: opening, what changed it, closing, and any difference',
  ),
  'simulator.show': read(
    '/simulator',
    'The simulator inside the daemon: which faults are on and what they did, prices, what is pending, notifications, what people did to it; or why there is none',
  ),
  accounts: read('/accounts', 'Fingerprints of the accounts at the payment interfaces', 'socket'),
  'config.plan': read('/config/plan', 'What a reload of a configuration would change, and why it can not be reloaded', 'socket'),
  'config.reload': {
    ...change('/config/reload', 'Puts a configuration into force: all of it, or nothing'),
    over: 'socket',
    seenBy: '`sluice status` says which configuration is in force',
  },
  'daemon.stop': change('/stop', 'Ends the daemon in order'),
  'strategies.pauseAll': change('/strategies/pause', 'Pauses every strategy'),
  'strategies.tell': change('/strategies/:name/:verb', 'Pauses, resumes or stops a strategy'),
  'params.plan': change(
    '/strategies/:name/params/plan',
    'What other parameters of a strategy would change in the daemon’s own file and of its orders; the file stays as it is',
  ),
  'params.apply': {
    ...change(
      '/strategies/:name/params/apply',
      'Writes parameters of a strategy into the daemon’s own file and puts them into force: all of it, or nothing',
    ),
    seenBy: '`sluice status` says which configuration is in force',
  },
  'trading.stop': {
    ...change('/trading/stop', 'Stops trading in a scope, over restarts too; with `forgotten` it is over with the demo'),
    seenBy: '`sluice status` says what is stopped; to be sure, stop it once more',
  },
  'trading.resume': {
    ...change('/trading/resume', 'Lets a scope trade again; answers what still stops it'),
    seenBy: '`sluice status` says what is stopped',
  },
  'orders.cancel': {
    ...change('/orders/cancel', 'Cancels our own orders, or those of a symbol'),
    seenBy: '`sluice orders list` shows what is open; a cancel may be repeated',
  },
  'orders.give': change('/orders/:id/give', 'Gives an open order that nobody here has placed to a strategy'),
  'orders.settle': change('/orders/:id/settle', 'Decides which executions of an order are right'),
  'intents.resolve': change('/intents/:id/resolve', 'Decides what came of a request whose outcome is unknown'),
  'positions.adjust': { ...change('/positions/adjust', 'Corrects the position of a strategy'), addsUp: true },
  'refusals.decide': change('/refusals/:id/:verdict', 'Revokes or allows what was learned of a refusal of the venue'),
  reconcile: change('/reconcile', 'Compares the account with the venue; null as long as that is not done'),
  'ledger.adjust': { ...change('/ledger/adjust', 'Books a difference between the venue’s balances and the ledger'), addsUp: true },
  'simulator.faults': change(
    '/simulator/faults',
    'Chooses what goes wrong at the simulator inside the daemon; refused by any other daemon',
  ),
  'simulator.strike': {
    ...change('/simulator/strike', 'Lets the next call of an operation go wrong, once, at the simulator inside the daemon'),
    addsUp: true,
  },
  'simulator.price': { ...change('/simulator/price', 'Moves a price at the simulator inside the daemon, by percent'), addsUp: true },
  'simulator.deposit': {
    ...change('/simulator/deposit', 'Lets somebody pay the account at the simulator inside the daemon'),
    addsUp: true,
  },
  'simulator.lend': change('/simulator/lend', 'Says how much of a currency the simulator inside the daemon lends to the account'),
  'simulator.hold': change(
    '/simulator/hold',
    'Holds deposits or withdrawals of coins at the simulator inside the daemon until they are decided by hand, or ends that',
  ),
  'simulator.decide': {
    ...change('/simulator/decide', 'Completes or declines a pending deposit or withdrawal at the simulator inside the daemon'),
    seenBy: '`sluice simulator pending` lists what is pending still',
  },
  'simulator.networkFee': change('/simulator/network-fee', 'Says what a network costs at the simulator inside the daemon'),
  'simulator.notify': change(
    '/simulator/notify',
    'Says where the simulator inside the daemon sends notifications of ViBAN deposits: to this machine, or nowhere',
  ),
  'dashboard.link': {
    ...change('/dashboard/link', 'Makes a link that opens the dashboard once, and ends a lock-out after wrong tokens'),
    over: 'socket',
  },
  'dashboard.signOutAll': {
    ...change(
      '/dashboard/sign-out-all',
      'Closes every session of the dashboard, for the next start too, and forgets every link that was not opened',
    ),
    over: 'socket',
    seenBy: 'to be sure, say it once more',
  },
  ask: { ...change('/ask', 'An order, a cancel, a conversion or a trade by hand, through the checks of the daemon'), reachesVenue: true },
  read: {
    method: 'POST',
    path: '/read/:operation',
    effect: 'reads',
    over: 'socket',
    isRaw: true,
    about: 'Reads from the venue with the daemon’s key and within its rate budget',
  },
  api: {
    ...change('/api', 'Sends a request to an interface of the venue as it is, once'),
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
