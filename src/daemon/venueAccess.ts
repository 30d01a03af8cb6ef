import type { Clock } from '../base/clock.ts';
import { Secret } from '../base/secret.ts';
import type { CallObserver } from '../client/callObserver.ts';
import { createExchangeClient, type ExchangeClient } from '../client/exchangeClient.ts';
import { createRateLimiter } from '../client/rateLimiter.ts';
import { provenCodes, SIMULATOR_REFUSALS } from '../client/provenRefusals.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { Transport } from '../client/transport.ts';
import { marketOnly } from './paper/marketOnly.ts';
import { replacesAtomically } from '../loading/engineSettings.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';
import type { EmbeddedSimulator } from '../simulator/embeddedSimulator.ts';
import { backdateOf } from './backdateOf.ts';
import type { TraderOptions } from './traderOptions.ts';

/** The venue as this process reaches it. */
export interface VenueAccess {
  readonly client: ExchangeClient;
  /** Host and port, for people. */
  readonly host: string;
  readonly key: string;
  /** Everything that must not appear in any output. */
  readonly secrets: readonly Secret[];
  /** Whether the venue goes on without this process, so that it may hold orders of ours. */
  readonly holdsOrders: boolean;
  /** What a person may do to the venue itself. Only where it is the simulator inside this process. */
  readonly simulator?: EmbeddedSimulator | undefined;
  close(): Promise<void>;
}

interface ExchangeAccess {
  readonly url: string;
  readonly key: Secret;
  readonly secret: Secret;
  readonly balancesPath: string;
  /** Requests go out unsigned, and key and secret mean nothing. */
  readonly isKeyless: boolean;
}

/**
 * The exchange account over signed HTTP. `overhear` puts something between the client and the network.
 */
export function venueAccess(
  settings: Settings,
  account: ExchangeAccess,
  clock: Clock,
  observer?: CallObserver,
  overhear: (network: Transport) => Transport = (network) => network,
): VenueAccess {
  const { url, key, secret, balancesPath } = account;
  const { pageBase, timestampWindow, refusals = [] } = settings.venue.knows;
  const network = overhear(createHttpTransport());
  // In paper mode no request for money can leave, whoever reaches the venue and for whatever purpose.
  const transport = worldOf(settings) === 'PAPER' ? marketOnly(network, url, account.isKeyless) : network;
  const client = createExchangeClient({
    url,
    key: key.reveal(),
    secret,
    transport,
    // Where several machines share an account, the owner before this one may have spent the budget a moment ago.
    limiter: createRateLimiter({ ...settings.venue.rateLimit, isSpent: settings.server !== undefined, clock }),
    clock,
    observer,
    windowMs: timestampWindow,
    backdateMs: backdateOf(settings.venue, timestampWindow),
    provenRefusals: [...(worldOf(settings) === 'DEMO' ? SIMULATOR_REFUSALS : []), ...provenCodes(refusals)],
    paths: { 'balances.list': balancesPath },
    ...(pageBase === 'unknown' ? {} : { pageBase: pageBase === '0' ? 0 : 1 }),
  });
  return {
    client,
    host: new URL(url).host,
    key: account.isKeyless ? '' : key.reveal(),
    secrets: account.isKeyless ? [] : [key, secret],
    holdsOrders: worldOf(settings) !== 'PAPER',
    close: () => {
      // A request that waits for its turn would keep the process alive as long as the venue has asked for silence.
      client.limiter.close();
      return transport.close();
    },
  };
}

/** The client signs with this when the signature is removed afterwards. */
const NO_SECRET = 'bm9uZQ==';

/** The account in the settings. Undefined when they name none. */
export function configuredAccount(settings: Settings): ExchangeAccess | undefined {
  const { exchange } = settings.venue;
  if (exchange === undefined) return undefined;
  const { url, key, secret, balancesPath } = exchange;
  const none = new Secret(NO_SECRET);
  const isKeyless = key === undefined;
  return { url, key: key?.secret ?? none, secret: secret?.secret ?? none, balancesPath, isKeyless };
}

/** What is known about the venue's behaviour, and how far its silence is borne. */
export function venueHabits(
  settings: Settings,
): Pick<TraderOptions, 'firstPage' | 'replacesAtomically' | 'unknownPerLane' | 'visibilityMs'> {
  return {
    // When nothing is known, a walk must not skip the first page (docs/assumptions.md).
    firstPage: settings.venue.knows.pageBase === '1' ? 1 : 0,
    replacesAtomically: replacesAtomically(settings),
    unknownPerLane: settings.risk.unknownPerLane,
    visibilityMs: settings.venue.knows.visibleWithin,
  };
}
