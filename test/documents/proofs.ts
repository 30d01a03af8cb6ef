import type { Block } from './blocks.ts';

/**
 * The languages of blocks, each with what proves it: `sh` commands.test.ts (all) and pages.long.test.ts (those of `RUN`); `text`, which is
 * output, commands.test.ts (the commands in it); `yaml` configurations.test.ts; `ts` typescript.long.test.ts; `csv` and `json`
 * kinds.test.ts; `js` pages.long.test.ts; `sql` analytics.long.test.ts, and of docs/postgres.md test/store/postgresViews.postgres.test.ts.
 */
export const KINDS = ['sh', 'text', 'yaml', 'ts', 'csv', 'json', 'js', 'sql'] as const;

/**
 * Blocks of commands that are run, by the place that they stand at: in the order of their page, in one shell, against the simulator
 * that the page starts or the demo. `pages.long.test.ts` does it.
 */
export const RUN: ReadonlySet<string> = new Set([
  'README.md#sluice',
  'docs/backtesting.md#Backtesting',
  'docs/configuration.md#Configuration',
  'docs/configuration.md#Environment',
  'docs/examples/README.md#Example strategies',
  'docs/recording.md#Recording',
  'docs/recording.md#Export',
  'docs/simulator.md#The simulator',
  'docs/simulator.md#Testing another client with it',
  'docs/strategies.md#Strategies',
  'docs/tutorial.md#1. A folder that trades',
  'docs/tutorial.md#2. A strategy of your own',
  'docs/tutorial.md#3. Trade it',
  'docs/tutorial.md#4. Measure it',
  'docs/tutorial.md#5. Real books, no money',
]);

/** Blocks of commands that a test of another folder runs. */
export const RUN_BY: Readonly<Record<string, string>> = {
  'docs/analytics.md#Analytics': 'test/documents/analytics.long.test.ts',
  'docs/payments.md#Payments in an afternoon': 'test/cli/paymentsPage.long.test.ts',
  'docs/treasury.md#First steps': 'test/cli/treasuryPage.long.test.ts',
};

const REAL_VENUE = 'it trades at a real venue';
const STANDS_FOR = 'its ids, files and addresses stand for those of the reader';
const CHECKOUT = 'it runs tests or benches of the checkout, which CI does by itself';
const MARKETS = 'it reads hours of a made-up market, which test/strategies/backtests.long.test.ts stands for';
const PAST = 'it looks back at days that the reader has lived through';
const TERMINALS = 'it takes three terminals and a server of the reader; test/cli/listen.test.ts goes the same way';

/**
 * Blocks of commands that are not run, with the reason. The words of each command are still read by the parser of the program
 * itself, and each script and test that they name must be there.
 */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md#Install': 'test/package/package.long.test.ts packs and installs, with other words',
  'README.md#Configuration in brief': 'docs/configuration.md has the same commands, which are run',
  'README.md#Commands': 'it needs an account; test/cli/venueCommands.test.ts and test/cli/completion.long.test.ts run these commands',
  'README.md#Development': CHECKOUT,
  'docs/adding-an-endpoint.md#Adding an endpoint': CHECKOUT,
  'docs/first-hour.md#The first hour of a new user, measured': CHECKOUT,
  'docs/bookkeeping.md#Statements': PAST,
  'docs/bookkeeping.md#Exports': PAST,
  'docs/configuration.md#Reload': 'test/cli/reload.long.test.ts runs these commands on a daemon whose file has changed',
  'docs/configuration.md#Live': REAL_VENUE,
  'docs/deploy/docker.md#Try it': 'it needs a daemon of containers, and images of a registry',
  'docs/deploy/systemd.md#Install it': 'it changes the machine, as root',
  'docs/probe.md#Probe': 'it needs an account; test/cli/probe.long.test.ts runs these commands',
  'docs/probe.md#Certify': 'it needs a venue that runs; test/cli/probe.long.test.ts starts several and runs these commands',
  'docs/farm.md#A farm: sweeps on several machines': 'it needs a server of Redis; test/cli/farm.long.test.ts starts one',
  'docs/farm.md#From nothing to a working pair of machines': 'it changes the machine, as root',
  'docs/howto/going-live.md#Before the first order': REAL_VENUE,
  'docs/howto/going-live.md#The first day': REAL_VENUE,
  'docs/howto/research.md#Record first': 'it records for days; docs/recording.md has the same commands, which are run',
  'docs/feed.md#From nothing to a working pair of machines':
    'it changes the machine, as root; test/feed/streamFeed.long.test.ts starts a server',
  'docs/howto/research.md#Backtest honestly': 'docs/backtesting.md has the same commands, which are run',
  'docs/howto/research.md#Sweep, and do not believe it':
    'docs/sweep.md says the same; test/cli/sweep.long.test.ts runs these commands on less',
  'docs/postgres.md#From nothing to a working pair of machines': 'it changes the machine, as root',
  'docs/farm.md#How it was shown':
    'it takes half an hour, and its namespaces take root; test/torture/farmStrikes.long.test.ts does less of it',
  'docs/postgres.md#How it was shown': CHECKOUT,
  'docs/postgres.md#The treasury': 'it needs two machines; test/torture/treasuryHandovers.long.test.ts does it with two processes',
  'docs/postgres.md#Moving there, and back': 'it needs the server of the reader; test/store/copyStore.long.test.ts has one of its own',
  'docs/messages.md#Messages': 'its channels are those of the reader; test/cli/messages.test.ts has servers of its own',
  'docs/notifications.md#Receiving': TERMINALS,
  'docs/notifications.md#Without a public address': TERMINALS,
  'docs/operating.md#Starting and stopping': REAL_VENUE,
  'docs/operating.md#Profit by day': 'it looks at an account that has traded; test/cli/events.long.test.ts runs them',
  'docs/operating.md#The event log': 'the last command goes on until it is stopped; test/cli/events.long.test.ts runs them',
  'docs/operating.md#Log': REAL_VENUE,
  'docs/operating.md#A journal that is incomplete': 'it needs a journal that is lost; test/daemon/allTransfers.test.ts rebuilds one',
  'docs/operating.md#Without a journal': STANDS_FOR,
  'docs/operating.md#Frozen lanes': STANDS_FOR,
  'docs/operating.md#A position is not what it should be': STANDS_FOR,
  'docs/operating.md#Backup and restore': 'test/backup/drill.long.test.ts runs these commands, with folders of its own',
  'docs/operating.md#Reconciliation': 'it needs an account; test/cli/reconcile.long.test.ts runs these commands',
  'docs/operating.md#Alarm: nothing explains a difference': STANDS_FOR,
  'docs/operating.md#Alarm: a transfer is unknown': STANDS_FOR,
  "docs/operating.md#Alarm: executions that can't be what the list says": STANDS_FOR,
  'docs/paper.md#Paper trading': 'its venue is that of the reader; test/cli/paper.long.test.ts runs these commands',
  'docs/payments.md#Trying it': 'the next heading of the page starts the same simulator, and is run',
  'docs/policy.md#Policy: what may leave': STANDS_FOR,
  'docs/recording.md#Import': 'its files come from elsewhere; test/cli/data.long.test.ts runs these commands',
  'docs/replay.md#Replay': PAST,
  'docs/replay.md#Canary': PAST,
  'docs/replay.md#Parity': PAST,
  'docs/report.md#Reading the report': STANDS_FOR,
  'docs/safety.md#Real processes': CHECKOUT,
  'docs/safety.md#Readers of what comes from outside': CHECKOUT,
  'docs/safety.md#The simulation': CHECKOUT,
  'docs/safety.md#Trades that are killed': CHECKOUT,
  'docs/safety.md#Worked orders that are killed': CHECKOUT,
  'docs/safety.md#Small scope': CHECKOUT,
  'docs/safety.md#Mutants of the design': CHECKOUT,
  'docs/scale.md#What was measured': CHECKOUT,
  'docs/sdk.md#The TypeScript client': 'it names a folder of the reader; test/package/package.long.test.ts installs the package',
  'docs/simulator.md#The world around it': 'it settles deposits and withdrawals of the reader; test/simulator/control asks the same paths',
  'docs/strategies.md#How they were tried': MARKETS,
  'docs/strategies/dca.md#How it was tried': MARKETS,
  'docs/strategies/execute.md#How it was tried': MARKETS,
  'docs/strategies/float-keeper.md#How it was tried': MARKETS,
  'docs/strategies/grid.md#How it was tried': MARKETS,
  'docs/strategies/guard.md#How it was tried': MARKETS,
  'docs/strategies/maker.md#How it was tried': MARKETS,
  'docs/strategies/peg-maker.md#How it was tried': MARKETS,
  'docs/strategies/quote-edge.md#How it was tried': MARKETS,
  'docs/strategies/rebalance.md#How it was tried': MARKETS,
  'docs/strategies/smart-convert.md#How it was tried': MARKETS,
  'docs/sweep.md#Searching parameters': 'it has 60 trials of three hours; test/cli/sweep.long.test.ts runs these commands on less',
  'docs/treasury.md#When nobody knows': STANDS_FOR,
  'docs/treasury.md#Address book': STANDS_FOR,
  'docs/treasury.md#Floats and sweeps': STANDS_FOR,
  'docs/treasury.md#A key and a process of its own': REAL_VENUE,
  'docs/treasury.md#Keys and approvals': 'it asks for a passphrase; test/cli/treasuryKey.test.ts runs these commands',
  'docs/treasury.md#Audit log': STANDS_FOR,
};

/** Every place of `RUN`, `RUN_BY` and `NOT_RUN`, with what is said of it. */
export const KNOWN_PLACES: ReadonlyMap<string, string> = new Map([
  ...[...RUN].map((place) => [place, 'run'] as const),
  ...Object.entries(RUN_BY),
  ...Object.entries(NOT_RUN),
]);

export const isShell = ({ language }: Block): boolean => language === 'sh';
