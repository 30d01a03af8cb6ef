import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { serveControl } from '../../src/control/controlServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { createLog } from '../../src/daemon/log.ts';
import { startDaemon } from '../../src/daemon/startDaemon.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';

const CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms }
risk: { symbols: [BTC/EUR, LTC/EUR], maxOrderValue: 5000 EUR, priceCollar: 5% }
strategies:
  btc-maker: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 6, size: 0.01, smooth: 3, maxBase: 0.2 } }
`;

/** Daemons in state directories below one folder, each with its control socket; what they log and the secrets that they hide are kept. */
export class DaemonFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sluice-daemon-'));
  logged = '';
  secrets: readonly string[] = [];

  state(name: string): string {
    return join(this.path, name);
  }

  /** `more`: further strategies, as lines of the configuration. */
  async start(name: string, env: Readonly<Record<string, string>> = {}, clock: Clock = systemClock, more = ''): Promise<Daemon> {
    const file = this.state('demo.yaml');
    writeFileSync(file, CONFIG + more);
    return startDaemon({
      settings: await loadSettings({ file, env }),
      state: this.state(name),
      accounts: this.state('accounts'),
      clock,
      log: (venue) => {
        this.secrets = venue.secrets.map((secret) => secret.reveal());
        return createLog({ write: (line) => (this.logged += line) }, 'trace', venue.secrets);
      },
      serve: serveControl,
    });
  }

  async socket(name: string): Promise<string> {
    return statePaths(this.state(name), await loadSettings({ file: undefined, env: {} })).socket;
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
