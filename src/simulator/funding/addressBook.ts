import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import { invalid, notFound, type RefusalAnswer } from '../answer.ts';
import type { Catalog } from '../market/catalog.ts';
import { type Region, restrictedOf } from '../region.ts';
import { networksOf, type SimulatedNetwork } from './networks.ts';

export interface DepositAddress {
  readonly currency: string;
  readonly network: SimulatedNetwork;
  readonly address: string;
  readonly tag: string | undefined;
  readonly type: 'Primary' | 'Additional' | 'UniqueTag';
  readonly clientTag: string | undefined;
  readonly createdAt: Instant;
}

export interface AddressRequest {
  readonly currency: string;
  readonly networkCode: string;
  readonly addressType: DepositAddress['type'];
  readonly clientTag: string | undefined;
}

/** The most addresses that an account may have. */
const MOST_ADDRESSES = 10_000;

/**
 * The deposit addresses of the user's account (000 Crypto deposit addresses). Rules that the specification does not spell out
 * are in docs/assumptions.md.
 */
export class AddressBook {
  /** Oldest first. */
  readonly addresses: DepositAddress[] = [];
  readonly #catalog: Catalog;
  readonly #region: Region;
  readonly #random: Random;

  constructor(catalog: Catalog, region: Region, random: Random) {
    this.#catalog = catalog;
    this.#region = region;
    this.#random = random;
  }

  /** There is one Primary address, and one UniqueTag address for each client tag. Asking again gives the same one. */
  create(request: AddressRequest, at: Instant): DepositAddress | RefusalAnswer {
    const network = this.networkOf(request.currency, request.networkCode);
    if ('type' in network) return network;
    const restricted = restrictedOf(this.#region, [request.currency]);
    if (restricted !== undefined) return restricted;
    const clientTag = request.clientTag === '' ? undefined : request.clientTag;
    const wanted = { currency: request.currency, network, type: request.addressType, clientTag, createdAt: at };
    switch (wanted.type) {
      case 'Primary':
        return this.primary(wanted.currency, network) ?? this.#add({ ...wanted, ...this.#fresh(network) });
      case 'Additional':
        if (network.addressType === 'Single') return invalid({ addressType: [`network ${network.code} has one address only`] });
        return this.#add({ ...wanted, ...this.#fresh(network) });
      case 'UniqueTag':
        if (network.tagType === undefined) return invalid({ addressType: [`network ${network.code} has no tags`] });
        return this.#withTag(wanted);
    }
  }

  primary(currency: string, network: SimulatedNetwork): DepositAddress | undefined {
    return this.addresses.find((each) => each.currency === currency && each.network === network && each.type === 'Primary');
  }

  /** The network, or the reason why there is none. A currency that is unknown or has no networks is a 404 (000 Errors 3). */
  networkOf(currency: string, code: string): SimulatedNetwork | RefusalAnswer {
    const known = this.#catalog.currencies.find((each) => each.code === currency);
    if (known === undefined) return notFound(`currency ${currency} is not known`);
    if (known.type === 'Fiat') return notFound(`currency ${currency} is not a crypto currency`);
    const networks = networksOf(currency);
    const names = networks.map((each) => each.code).join(', ');
    return networks.find((each) => each.code === code) ?? invalid({ networkCode: [`is no network of ${currency}, which has ${names}`] });
  }

  /** The record to which money sent to this address belongs. Without a tag it is the one that was made first. */
  find(address: string, tag: string | undefined): DepositAddress | undefined {
    const same = this.addresses.filter((each) => each.address === address);
    return tag === undefined || tag === '' ? same[0] : same.find((each) => each.tag === tag);
  }

  /** Makes an address out of a new tag and the account's first address on that network, which is made if there is none. */
  #withTag(wanted: Omit<DepositAddress, 'address' | 'tag'>): DepositAddress | RefusalAnswer {
    const { currency, network, clientTag, createdAt } = wanted;
    const known = this.addresses.find((each) => each.type === 'UniqueTag' && each.network === network && each.clientTag === clientTag);
    if (known !== undefined) return known;
    const primary = this.create({ currency, networkCode: network.code, addressType: 'Primary', clientTag: undefined }, createdAt);
    if (!('address' in primary)) return primary;
    return this.#add({ ...wanted, address: primary.address, tag: this.#freshTag() });
  }

  #fresh(network: SimulatedNetwork): Pick<DepositAddress, 'address' | 'tag'> {
    return { address: network.format.make(this.#random), tag: network.tagType === undefined ? undefined : this.#freshTag() };
  }

  #freshTag(): string {
    return String(1_000_000 + this.addresses.length * 1000 + this.#random.int(1000));
  }

  #add(address: DepositAddress): DepositAddress | RefusalAnswer {
    if (this.addresses.length >= MOST_ADDRESSES) return invalid({ addressType: [`the account has ${MOST_ADDRESSES} addresses already`] });
    this.addresses.push(address);
    return address;
  }
}
