import type { Destination } from '../../model/move.ts';
import { isSameAddress } from '../../model/plainAddress.ts';

/** Where the venue says that a payment went, as far as it says so. */
export interface ShownDestination {
  readonly address: string | undefined;
  readonly network: string | undefined;
  readonly tag: string | undefined;
}

/** In what the venue shows another destination than was asked for, in words. Undefined where it shows none. */
export function otherDestination({ address, network, tag = '' }: Destination, shown: ShownDestination): string | undefined {
  return (
    differs('address', address, shown.address, isSameAddress) ??
    differs('network', network, shown.network, isSameCode) ??
    differs('tag', tag, shown.tag, isSameText)
  );
}

function differs(
  what: string,
  asked: string,
  shown: string | undefined,
  isSame: (asked: string, shown: string) => boolean,
): string | undefined {
  if (shown === undefined || shown === '' || isSame(asked, shown)) return undefined;
  return `the ${what} ${shown} and not ${asked === '' ? 'none' : asked}`;
}

function isSameCode(asked: string, shown: string): boolean {
  return asked.toLowerCase() === shown.toLowerCase();
}

function isSameText(asked: string, shown: string): boolean {
  return asked === shown;
}
