import { Fault } from '../base/fault.ts';
import { type Ask, given } from '../treasury/payments/ask.ts';
import type { AddressRow } from '../treasury/payments/depositLines.ts';
import { askInterface } from './askInterface.ts';
import type { Shell } from './shell.ts';

interface AddressTerms {
  readonly currency: string;
  readonly network: string;
  readonly type: 'Primary' | 'Additional' | 'UniqueTag';
  readonly clientTag: string | undefined;
  readonly new: boolean;
}

/** Where a coin is sent to. In a dry run for one that is not there yet, there is no address. */
export interface DepositPlace {
  readonly outcome: 'found' | 'created' | 'dry-run';
  readonly currency: string;
  readonly network: string;
  readonly address: string | undefined;
  readonly tag: string | undefined;
  readonly tagType: string | undefined;
  readonly type: string;
  readonly clientTag: string | undefined;
}

/** The address of a coin on a network: the one that is there, else a new one, about which a person is asked (000 Crypto deposit addresses). */
export function depositAddress(shell: Shell, terms: AddressTerms): Promise<DepositPlace> {
  const { currency, network, type, clientTag } = terms;
  if (type === 'UniqueTag' && clientTag === undefined) throw new Fault('usage', '--client-tag is needed for --type UniqueTag');
  if (type === 'Primary' && clientTag !== undefined) throw new Fault('usage', '--client-tag does not go with --type Primary');
  const asked = { currency, network, type, clientTag };
  return askInterface(shell, 'exchange', async ({ ask, agree }) => {
    await assertNetwork(ask, currency, network);
    const known = terms.new ? undefined : await knownAddress(ask, terms);
    if (known !== undefined)
      return { ...asked, outcome: 'found', address: known.address, tag: filled(known.destinationTag), tagType: undefined };
    if (shell.options.dryRun) return { ...asked, outcome: 'dry-run', address: undefined, tag: undefined, tagType: undefined };
    await agree(
      `make ${type === 'Primary' ? 'the' : 'an'} address for ${currency} on ${network}${clientTag === undefined ? '' : ` for ${clientTag}`}?`,
    );
    const made = await ask('depositAddresses.create', given({ currency, networkCode: network, addressType: type, clientTag }));
    return {
      ...asked,
      outcome: 'created',
      address: made.address,
      tag: filled(made.destinationTag),
      tagType: filled(made.destinationTagType),
    };
  });
}

/** The newest that fits. */
async function knownAddress(ask: Ask<'exchange'>, { currency, network, type, clientTag }: AddressTerms): Promise<AddressRow | undefined> {
  const rows = await ask('depositAddresses.list', given({ networkCode: network, clientTag }));
  return rows.find(
    (row) =>
      row.currency === currency && row.networkCode === network && row.type === type && (filled(row.clientTag) ?? '') === (clientTag ?? ''),
  );
}

/** A coin that is sent on another network is lost, so the pair must be on the venue's list. */
async function assertNetwork(ask: Ask<'exchange'>, currency: string, network: string): Promise<void> {
  const listed = await ask('currencies.list', {});
  const found = listed.find((one) => one.currency === currency);
  const crypto = listed.filter(({ networks }) => (networks ?? []).length > 0).map((one) => one.currency);
  if (found === undefined || (found.networks ?? []).length === 0) {
    throw new Fault('usage', `--currency ${currency}: expected one of ${crypto.join(', ')}`, { outcome: 'not-sent' });
  }
  const codes = (found.networks ?? []).map(({ code }) => code);
  if (!codes.includes(network))
    throw new Fault('usage', `--network ${network}: expected ${codes.join(' or ')} for ${currency}`, { outcome: 'not-sent' });
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
