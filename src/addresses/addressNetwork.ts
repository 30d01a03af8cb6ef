import type { AddressFormat } from './addressFormat.ts';
import { algorandAddress } from './algorandAddress.ts';
import { BITCOIN, BITCOIN_TEST, bitcoinAddress, DOGECOIN, LITECOIN } from './bitcoinAddress.ts';
import { cardanoAddress } from './cardanoAddress.ts';
import { ethereumAddress } from './ethereumAddress.ts';
import { rippleAddress } from './rippleAddress.ts';
import { solanaAddress } from './solanaAddress.ts';
import { stellarAddress } from './stellarAddress.ts';
import type { TagType } from './tagRule.ts';
import { tronAddress } from './tronAddress.ts';

/** How destinations on a network are written. */
export interface AddressNetwork {
  /** The code of the venue's lists (000 Network, 001 Coin listing). */
  readonly code: string;
  readonly format: AddressFormat;
  /** Undefined where the network has no tags. */
  readonly tagType: TagType | undefined;
  /** Whether a withdrawal without a tag is refused where the venue's list says nothing else (`IsTagRequiredForWithdrawals`). */
  readonly isTagRequired: boolean;
}

/** Networks whose addresses can be checked. Those of the sandbox end with `_TEST` (001 Sandbox). */
const NETWORKS: readonly AddressNetwork[] = [
  network('BTC', bitcoinAddress(BITCOIN)),
  network('BTC_TEST', bitcoinAddress(BITCOIN_TEST)),
  network('LTC', bitcoinAddress(LITECOIN)),
  network('DOGE', bitcoinAddress(DOGECOIN)),
  network('ETH', ethereumAddress),
  network('BNB', ethereumAddress),
  network('BNB_TEST', ethereumAddress),
  network('TRX', tronAddress),
  network('SOL', solanaAddress),
  network('ADA', cardanoAddress('main')),
  network('ADA_TEST', cardanoAddress('test')),
  network('XRP', rippleAddress, 'Tag'),
  network('XRP_TEST', rippleAddress, 'Tag'),
  network('XLM', stellarAddress, 'Memo', true),
  network('ALGO', algorandAddress, 'Note'),
];

/** The network with this code, or undefined when its addresses can't be checked. */
export function addressNetworkOf(code: string): AddressNetwork | undefined {
  return NETWORKS.find((each) => each.code === code);
}

/** The networks on which a text is an address. Some share their addresses: an address of Ethereum is one of BNB Smart Chain too. */
export function networksWithAddress(address: string): readonly AddressNetwork[] {
  return NETWORKS.filter(({ format }) => format.isValid(address));
}

function network(code: string, format: AddressFormat, tagType?: TagType, isTagRequired = false): AddressNetwork {
  return { code, format, tagType, isTagRequired };
}
