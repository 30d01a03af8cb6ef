import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { isFault } from '../base/fault.ts';
import { keyTail } from '../base/secret.ts';
import { parseJson } from '../base/json.ts';
import { type List, listOf } from '../client/list.ts';
import { exchange } from '../contract/exchange.ts';
import { type ControlClient, controlClient } from '../control/controlClient.ts';
import { type ExchangeSettings, type Settings, type World, worldOf } from '../settings/loadSettings.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { StatusReport } from '../daemon/status.ts';
import { settingsOf } from './configFile.ts';
import { quoted } from './quoted.ts';
import { note, say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import type { Venue, VenueConversion, VenueOrder, VenuePair } from './venue.ts';

/** The part of the status that says which account a daemon uses. */
type DaemonAccount = Pick<StatusReport, 'world' | 'venue'>;

interface FoundDaemon extends DaemonAccount {
  readonly control: ControlClient;
  /** The file of its configuration. */
  readonly config: string | undefined;
  /** Whether it uses the account in the settings, or the settings have none. */
  readonly isOurs: boolean;
}

/**
 * The settings, and the daemon that runs. One that runs is reached although its file has a problem by now: it can be stopped then, too.
 * Without a daemon, the problem counts.
 */
export async function reachDaemon(
  shell: Shell,
  find: (shell: Shell, settings: Settings) => Promise<ControlClient | undefined> = daemonOf,
): Promise<{ readonly settings: Settings; readonly control: ControlClient | undefined }> {
  try {
    const settings = await settingsOf(shell);
    return { settings, control: await find(shell, settings) };
  } catch (error) {
    if (!isFault(error, 'configuration')) throw error;
    const { loadSettings } = await import('../settings/loadSettings.ts');
    const settings = await loadSettings({ env: {}, cwd: shell.cwd });
    const control = await find(shell, settings);
    if (control === undefined) throw error;
    note(shell, `${problemOf(shell)}; the daemon of ${shell.options.state} is asked`);
    return { settings, control };
  }
}

/** What is wrong with the configuration that was meant. */
function problemOf({ cwd, options: { config, namedConfig } }: Shell): string {
  if (config !== undefined && !existsSync(resolve(cwd, config))) return `there is no file ${config}`;
  const file = namedConfig === undefined ? '' : ` ${quoted(namedConfig)}`;
  return `the configuration has problems, which \`sluice config check${file}\` shows`;
}

/** The daemon of the state directory, whatever account it uses. Undefined when none runs. */
export function controlOf(shell: Shell, settings: Settings): Promise<ControlClient | undefined> {
  return controlClient(statePaths(stateOf(shell, settings), settings).socket);
}

/** The daemon of the state directory, if it runs and uses the account in the settings (or the settings have none). One of another account is told of. */
export async function daemonOf(shell: Shell, settings: Settings): Promise<ControlClient | undefined> {
  return sayDaemon(shell, settings, ({ isOurs }) => isOurs);
}

/**
 * The same for what stops trading: a daemon that has the configuration which was named is meant, whatever account the environment of this shell
 * names.
 */
export async function daemonToStop(shell: Shell, settings: Settings): Promise<ControlClient | undefined> {
  return sayDaemon(shell, settings, ({ isOurs, config }) => isOurs || (settings.file !== undefined && config === settings.file));
}

async function sayDaemon(shell: Shell, settings: Settings, isMeant: (found: FoundDaemon) => boolean): Promise<ControlClient | undefined> {
  const found = await foundDaemon(shell, settings);
  if (found === undefined) return undefined;
  const { control, world, venue } = found;
  if (!isMeant(found)) {
    note(
      shell,
      `the daemon of ${stateOf(shell, settings)} is not asked and goes on as it is: it uses another account, ${world} ${venue.host} key ${venue.keyTail}`,
    );
    return undefined;
  }
  say(shell, `${world} ${venue.host} key ${venue.keyTail}, through the running daemon`);
  if (venue.note !== undefined) say(shell, `note: ${venue.host} is ${venue.note}`);
  return control;
}

/** The same for what does not go through it: whether there is one. */
export async function isDaemonThere(shell: Shell, settings: Settings): Promise<boolean> {
  return (await foundDaemon(shell, settings))?.isOurs === true;
}

async function foundDaemon(shell: Shell, settings: Settings): Promise<FoundDaemon | undefined> {
  const control = await controlOf(shell, settings);
  if (control === undefined) return undefined;
  const { world, venue, config } = await control.call('status', {});
  const { exchange: account } = settings.venue;
  return { control, world, venue, config, isOurs: account === undefined || isOf(account, worldOf(settings), { world, venue }) };
}

/** A paper account belongs to its daemon, whatever key its books are read with. No other account counts as the same. */
function isOf(account: ExchangeSettings, world: World, daemon: DaemonAccount): boolean {
  if (new URL(account.url).host !== daemon.venue.host || (world === 'PAPER') !== (daemon.world === 'PAPER')) return false;
  return world === 'PAPER' || keyTail(account.key!.secret.reveal()) === daemon.venue.keyTail;
}

/** The venue through the running daemon, so that there is one sender and one rate budget. */
export async function daemonVenue(shell: Shell, settings: Settings): Promise<Venue | undefined> {
  const control = await daemonOf(shell, settings);
  return control === undefined ? undefined : venueThrough(control);
}

export function venueThrough(control: ControlClient): Venue {
  const read = async <N extends keyof typeof exchange>(
    operation: N,
    params: Readonly<Record<string, string>>,
  ): Promise<z.output<(typeof exchange)[N]['reply']['body']>> => {
    const { bytes } = await control.call('read', { operation, ...params });
    const text = new TextDecoder().decode(bytes);
    return exchange[operation].reply.body.parse(parseJson(text)) as z.output<(typeof exchange)[N]['reply']['body']>;
  };
  const listed = <T>(operation: 'symbols.list' | 'orders.list' | 'conversions.list', count: number): List<unknown, T> => {
    const { paging } = exchange[operation];
    const ask = async (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
      read(operation, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])));
    return listOf({ operation, paging, pageBase: undefined, params: { count }, ask }) as List<unknown, T>;
  };
  return {
    via: 'daemon',
    pairs: () => Array.fromAsync(listed<VenuePair>('symbols.list', PAGE_ITEMS)),
    book: (symbol, depth) => read('book.get', { symbol, depth: String(depth) }),
    statistics: () => read('statistics.list', {}),
    balances: () => read('balances.list', {}),
    openOrders: () => Array.fromAsync(listed<VenueOrder>('orders.list', PAGE_ITEMS)),
    deskOrders: async () => ((await control.call('status', {})) as unknown as StatusReport).deskOrders,
    liveOrders: () => control.call('orders.live', {}),
    orderStrategies: async () => control.call('orders.owners', {}),
    conversions: async (limit) => ((await listed('conversions.list', limit)) as { items: readonly VenueConversion[] }).items,
    quote: (fromCurrency, toCurrency, size) =>
      read('quotes.request', {
        fromCurrency,
        toCurrency,
        ...('fromAmount' in size ? { fromAmount: size.fromAmount.toFixed() } : { toAmount: size.toAmount.toFixed() }),
      }),
    close: () => Promise.resolve(),
  };
}

const PAGE_ITEMS = 100;
