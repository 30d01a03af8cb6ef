import { type AddressNetwork, addressNetworkOf, networksWithAddress } from './addressNetwork.ts';
import { type AddressProblem, destinationProblems } from './destinationProblems.ts';

/**
 * The first thing that is wrong with a destination, with advice where there is some, or undefined. A network that is not known
 * is a problem of the field `network`: nothing can be said of its addresses. Give `isTagRequired` where the venue's list names it (000 Network).
 */
export function checkAddress(
  networkCode: string,
  address: string,
  tag: string | undefined,
  isTagRequired?: boolean,
): AddressProblem | undefined {
  const network = addressNetworkOf(networkCode);
  if (network === undefined) return { field: 'network', message: `${networkCode} is not known, so that its addresses can't be checked` };
  const rules = { ...network, isTagRequired: isTagRequired ?? network.isTagRequired };
  const problem = destinationProblems(rules, address, tag)[0];
  const advice = problem?.field === 'address' ? adviceOn(network, address) : undefined;
  return problem === undefined || advice === undefined ? problem : { ...problem, message: `${problem.message}: ${advice}` };
}

function adviceOn({ format }: AddressNetwork, address: string): string | undefined {
  const codes = networksWithAddress(address).map(({ code }) => code);
  return format.advice?.(address) ?? (codes.length === 0 ? undefined : `it is one of ${codes.join(', ')}`);
}
