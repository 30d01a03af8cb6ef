import { isNoMore } from '../policy/isNoMore.ts';
import type { Bounds, Fraction, Money } from '../policy/policy.ts';
import type { BrokenRule } from './brokenRule.ts';
import { ANY_IN_BOOK } from './policyConditions.ts';
import type { PolicyFileContent } from './policySchema.ts';

type Conditions = Partial<PolicyFileContent['rules'][number]['if']>;

/** Conditions that say nothing, or that nothing could meet. */
export function conditionFaults({ amount, window = [], fee, share, hours, destination, kind, link }: Conditions): BrokenRule[] {
  return [
    ...boundFaults(amount, ['amount']),
    ...window.flatMap((one, i) => boundFaults(one, ['window', i])),
    ...boundFaults(fee, ['fee']),
    ...boundFaults(share, ['share']),
    ...hourFaults(hours),
    ...(destination !== undefined && destination.length > 1 && destination.includes(ANY_IN_BOOK)
      ? [{ path: ['destination'], message: `${ANY_IN_BOOK} stands alone, since it includes all others` }]
      : []),
    ...(link === true && (destination !== undefined || kind?.includes('refund') === false)
      ? [{ path: ['link'], message: 'only a refund goes by a link, and it has no destination, so this can never hold' }]
      : []),
  ];
}

function boundFaults(bounds: Bounds<Money | Fraction> | undefined, path: BrokenRule['path']): BrokenRule[] {
  if (bounds === undefined) return [];
  const { atMost, above } = bounds;
  if (atMost === undefined && above === undefined) return [{ path, message: 'needs atMost or above' }];
  if (atMost === undefined || above === undefined || !isNoMore(atMost, above)) return [];
  return [{ path, message: 'nothing is above the one and at most the other, so this can never hold' }];
}

function hourFaults(hours: Conditions['hours']): BrokenRule[] {
  if (hours === undefined || (hours.from !== hours.to && hours.from < 24 * 60)) return [];
  return [{ path: ['hours'], message: 'there is no time between from and to; for the whole day, leave both out' }];
}
