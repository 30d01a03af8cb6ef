import { strategyTemplate } from '../loading/strategyTemplate.ts';

/** A file of a new folder of a person's own: its path from there, with `/`, and its text. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What `sluice init` writes: a demo that trades a strategy of the person's own beside a bundled one, and records what it sees. */
export function projectFiles(): readonly ProjectFile[] {
  return [
    { path: 'sluice.yaml', text: CONFIGURATION },
    { path: 'strategies/first.ts', text: strategyTemplate('Two-sided quotes around a smoothed mid.') },
    { path: 'tsconfig.json', text: COMPILER },
    { path: 'README.md', text: README },
    { path: '.gitignore', text: '.sluice/\ndata/\nruns/\nnode_modules/\n' },
  ];
}

const CONFIGURATION = `# \`sluice run\` in this folder takes this file. Everything runs on this machine against the embedded simulator: no account, no money.
# \`npx sluice config explain\` says what each setting is for; \`npx sluice config check\` checks this file.
mode: demo

simulator:
  seed: 7
  balances: { EUR: 100000, BTC: 2, ETH: 20 }

# The simulator is ours: it may be asked more often than a venue that has not said how often.
venue:
  rateLimit: { perSecond: 20, burst: 20 }
  knows: { replace: atomic-keeps-id }

poll:
  books: 500ms
  depth: 50
  statistics: 5s
  orders: 500ms
  trades: 500ms

# The market is kept in data/, for backtests.
record: { symbols: [BTC/EUR, ETH/EUR] }

risk:
  maxOrderValue: 2000 EUR
  maxOpenOrders: 40
  maxDailyLoss: 2000 EUR
  priceCollar: 5%
  staleAfter: 5s
  maxOrdersPerMinute: 240
  onStop: cancel

backtest:
  balances: { EUR: 100000, BTC: 2, ETH: 20 }
  fees: { maker: 0.1%, taker: 0.2% }
  latency: { entry: 50ms, response: 50ms }

# A venue takes its fee of each fill, here 0.1 %: what a strategy earns between a buy and a sell has to be more than two of them.
strategies:
  first:
    use: ./strategies/first.ts
    symbol: BTC/EUR
    budget: 10000 EUR
    params: { spreadBps: 40, size: 0.01, smooth: 10, minMoveBps: 4, maxBase: 0.1 }

  eth-grid:
    use: grid
    symbol: ETH/EUR
    budget: 10000 EUR
    params: { levels: 3, stepBps: 25, size: 0.1, recentreSteps: 20 }
`;

/** It does not depend on the \`type\` of the nearest package.json, nor on what else is installed. */
const COMPILER = `{
  "compilerOptions": {
    "target": "esnext",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["esnext"],
    "types": [],
    "strict": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["strategies"]
}
`;

const README = `# My strategies

Everything here runs on this machine, against the venue that sluice brings along. No account is asked for and no money moves.

\`\`\`sh
npx sluice run                                    # trade; Ctrl-C cancels what is open and ends
npx sluice status                                 # from a second terminal, in this folder
npx sluice strategies check ./strategies/first.ts # what is wrong with a strategy, before it runs
npx sluice backtest                               # over what the run has recorded in data/; nothing recorded yet: npx sluice run --for 2m
npx sluice report open                            # the backtest as a page
\`\`\`

| file | what it is |
|---|---|
| \`sluice.yaml\` | the configuration; commands in this folder take it by themselves |
| \`strategies/first.ts\` | a strategy of your own, in TypeScript; nothing has to be compiled |
| \`tsconfig.json\` | for the editor, and for \`npx tsc\` once \`npm install --save-dev typescript\` has been run |
| \`.sluice/\` | the state of the daemon: journal, fills, sessions. The demo begins anew at each start; once \`sluice.yaml\` names an account or \`mode: paper\`, keep it |
| \`data/\`, \`runs/\` | recordings, and the results of backtests |

Next steps:

1. Change \`strategies/first.ts\`, check it, and run it again. \`npx sluice strategies new NAME\` writes another one.
2. \`npx sluice strategies list\` shows those that are bundled; a configuration names them without a path: \`use: grid\`.
3. Read the documents of the package: \`README.md\` and \`docs/\` in the folder \`node_modules/sluice\`.
4. Before a real venue comes \`mode: paper\`: the real market, and orders that never leave this machine (\`docs/paper.md\`).
`;
