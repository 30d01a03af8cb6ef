import type { ExchangeOperations } from '../../contract/exchange.ts';
import { type Answer, notFound, type RefusalAnswer, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { AddressBook, DepositAddress } from './addressBook.ts';

type AddressRows =
  | 'depositAddresses.create'
  | 'depositAddresses.list'
  | 'depositAddressesV1.get'
  | 'depositAddressesV1.create'
  | 'depositAddressesV1.list';

interface AddressFilter {
  readonly address: string | undefined;
  readonly networkCode: string | undefined;
  readonly clientTag?: string | undefined;
}

/** Deposit addresses, and their obsolete forms (000 Crypto deposit addresses). */
export function addressHandlers(book: AddressBook): Handlers<Pick<ExchangeOperations, AddressRows>> {
  return {
    'depositAddresses.create': (request, at) => answered(book.create(request, at), created),
    'depositAddresses.list': (filter) => value(found(book, filter).map(listed)),
    'depositAddressesV1.get': ({ currency, network: code }, at) => {
      const network = book.networkOf(currency, code);
      if ('type' in network) return network.type === 'invalid' ? notFound(`network ${code} of ${currency} is not known`) : network;
      return answered(book.create({ currency, networkCode: code, addressType: 'Primary', clientTag: undefined }, at), old);
    },
    'depositAddressesV1.create': ({ currency, networkCode }, at) => {
      const network = book.networkOf(currency, networkCode);
      if ('type' in network) return network;
      const another = network.addressType !== 'Single' && book.primary(currency, network) !== undefined;
      const addressType = another ? 'Additional' : 'Primary';
      return answered(book.create({ currency, networkCode, addressType, clientTag: undefined }, at), old);
    },
    'depositAddressesV1.list': (filter) =>
      value(
        found(book, filter).map(({ currency, network, address, tag }) => ({
          currency,
          networkCode: network.code,
          address,
          additionalAddress: tag,
        })),
      ),
  };
}

function answered<T>(made: DepositAddress | RefusalAnswer, form: (address: DepositAddress) => T): Answer<T> {
  return 'address' in made ? value(form(made)) : made;
}

/** Newest first (000 Common conventions 3). */
function found({ addresses }: AddressBook, { address, networkCode, clientTag }: AddressFilter): DepositAddress[] {
  const same = (wanted: string | undefined, has: string | undefined): boolean => wanted === undefined || wanted === '' || wanted === has;
  return addresses
    .filter((each) => same(address, each.address) && same(networkCode, each.network.code) && same(clientTag, each.clientTag))
    .toReversed();
}

function created({ currency, network, address, tag, type, clientTag }: DepositAddress) {
  const destinationTagType = tag === undefined ? undefined : network.tagType;
  return { currency, address, destinationTag: tag, destinationTagType, addressType: type, clientTag };
}

function listed({ currency, network, address, tag, type, clientTag }: DepositAddress) {
  return { currency, networkCode: network.code, address, destinationTag: tag, type, clientTag };
}

function old({ currency, network, address, tag }: DepositAddress) {
  return { currency, address, additionalAddress: tag, additionalAddressType: tag === undefined ? undefined : network.tagType };
}
