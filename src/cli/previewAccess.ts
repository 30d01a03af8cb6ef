import { type PreparedRequest, preparerOf } from '../client/prepare.ts';
import { contract } from '../contract/contract.ts';
import type { InterfaceName, Operation } from '../contract/operation.ts';
import { configuredAccount } from '../daemon/venueAccess.ts';
import { settingsOf } from './configFile.ts';
import { daemonOf } from './daemonWay.ts';
import { type InterfaceAccess, interfaceAccess, signedHeaders } from './interfaceAccess.ts';
import { note, type Shell } from './shell.ts';

/** What a preview of a request shows: nothing is sent through it. */
export interface PreviewAccess extends Pick<InterfaceAccess, 'url' | 'shownHeaders' | 'close'> {
  readonly prepare: (operation: string, params: Record<string, unknown>) => PreparedRequest;
}

/**
 * The interface as a request would reach it. Where no account of the exchange is configured, nobody here knows where its requests go: the path
 * is that of the contract, and the address is left out. A running daemon may send them below another base address, and a note names its venue.
 */
export async function previewAccess(shell: Shell, name: InterfaceName): Promise<PreviewAccess> {
  const settings = await settingsOf(shell);
  if (name !== 'exchange' || configuredAccount(settings) !== undefined) {
    const access = await interfaceAccess(shell, name);
    return { ...access, prepare: (operation, params) => access.calls.prepare(operation, params) };
  }
  const control = await daemonOf(shell, settings);
  const venue = await control?.call('status', {}).then((status) => status.venue);
  note(
    shell,
    venue === undefined
      ? 'no venue is named: the request is shown without its address and its key'
      : `no venue is named here: the request is shown without its address; the running daemon sends it to ${venue.host}, by its own configuration`,
  );
  return {
    prepare: (operation, params) => preparedOf(contract.exchange, operation, params),
    url: '',
    shownHeaders: { ...signedHeaders('SVC', undefined), ...(venue && { 'SVC-API-KEY': venue.keyTail }) },
    close: () => Promise.resolve(),
  };
}

function preparedOf(rows: Readonly<Record<string, Operation>>, operation: string, params: Record<string, unknown>): PreparedRequest {
  const row = rows[operation]!;
  return preparerOf(operation, row, row.path)(params);
}
