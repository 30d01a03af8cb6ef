import type { AddressNetwork } from './addressNetwork.ts';
import { tagFault } from './tagRule.ts';

/** What is wrong with a destination. The message goes on from the field's name: "address is not an address of network BTC". */
export interface AddressProblem<Field extends string = 'network' | 'address' | 'tag'> {
  readonly field: Field;
  readonly message: string;
}

/** Everything that is wrong with an address and its tag on a network. An empty tag is none. */
export function destinationProblems(
  network: AddressNetwork,
  address: string,
  tag: string | undefined,
): AddressProblem<'address' | 'tag'>[] {
  const problems: AddressProblem<'address' | 'tag'>[] = [];
  if (!network.format.isValid(address)) problems.push({ field: 'address', message: `is not an address of network ${network.code}` });
  const wrongTag = tagProblem(network, tag ?? '');
  if (wrongTag !== undefined) problems.push({ field: 'tag', message: wrongTag });
  return problems;
}

function tagProblem({ code, tagType, isTagRequired }: AddressNetwork, tag: string): string | undefined {
  if (tag === '') return isTagRequired ? `is required on network ${code}` : undefined;
  return tagType === undefined ? `must be empty: network ${code} has no tags` : tagFault(tagType, tag);
}
