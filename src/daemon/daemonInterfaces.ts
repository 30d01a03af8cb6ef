import type { Clock } from '../base/clock.ts';
import { seededRandom } from '../base/random.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { Journal } from '../model/journal.ts';
import { InterfaceClients } from './interfaceClients.ts';
import { PaymentViews } from './paymentViews.ts';
import type { PaymentPlace } from './paymentStore.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { AllTransfers } from './allTransfers.ts';
import { venueHabits } from './venueAccess.ts';

/** The three interfaces of the venue as a daemon reaches them for people, and the transfers that go through them. */
export interface DaemonInterfaces {
  readonly clients: InterfaceClients;
  readonly transfers: AllTransfers;
  readonly payments: PaymentViews;
  close(): Promise<void>;
}

export interface DaemonInterfacesOptions extends Omit<PaymentPlace, 'server'> {
  readonly settings: Settings;
  readonly clock: Clock;
  /** Names the accounts at the payment interfaces. */
  readonly env?: Environment | undefined;
}

/** `ending` is aborted when the daemon ends; `note` tells a person. */
export function daemonInterfaces(
  { settings, env = {}, accounts, state, clock }: DaemonInterfacesOptions,
  exchangeJournal: Journal,
  exchange: ExchangeClient,
  ending: AbortSignal,
  note: TellTrouble,
): DaemonInterfaces {
  const { firstPage } = venueHabits(settings);
  const { server, venue } = settings;
  const random = seededRandom(`transfers:${clock.now()}:${process.pid}`);
  const clients = new InterfaceClients({ exchange, env, clock, ending, venue, transfersOf: (name) => transfers.of(name) });
  const transfers = new AllTransfers({
    calls: (name) => clients.of(name),
    exchangeJournal,
    env,
    clock,
    random,
    accounts,
    state,
    server,
    firstPage,
    tell: note,
  });
  const close = async (): Promise<void> => {
    await clients.close();
    await transfers.close();
  };
  return { clients, transfers, payments: new PaymentViews({ clients, env, clock, accounts, state, server }), close };
}
