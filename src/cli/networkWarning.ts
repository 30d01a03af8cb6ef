import { isFault } from '../base/fault.ts';
import { askInterface } from './askInterface.ts';
import type { Shell } from './shell.ts';

/**
 * What a person should know who writes down that a currency goes to a network, by the venue's own list. It is no more than a warning: payouts
 * have another list, and an entry may be written down while the venue can't be asked. Undefined then, and where the venue pairs the two.
 */
export async function networkWarning(shell: Shell, currency: string, network: string): Promise<string | undefined> {
  try {
    const listed = await askInterface(shell, 'exchange', ({ ask }) => ask('currencies.list', {}));
    const codes = listed.find((one) => one.currency === currency)?.networks?.map(({ code }) => code) ?? [];
    if (codes.includes(network)) return undefined;
    const expected = codes.length === 0 ? `it lists no network for ${currency}` : `expected ${codes.join(' or ')}`;
    return `--network ${network}: the venue does not withdraw ${currency} on it; ${expected}`;
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
