import { didYouMean } from '../base/didYouMean.ts';
import { Fault } from '../base/fault.ts';

/** So many names are listed; the rest is counted. */
const MOST_NAMES = 20;

/** The fault for a name that nothing has. It says what there is. */
export function noSuch(what: 'strategy' | 'symbol' | 'currency', name: string, names: readonly string[]): Fault {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const there = names.length === 0 ? 'there is none' : `there are ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
  const meant = didYouMean(name, names);
  return new Fault('not-found', `there is no ${what} ${JSON.stringify(name)}; ${there}`, {
    outcome: 'not-sent',
    suggestion: meant === undefined ? 'use one of them' : `did you mean ${meant}?`,
  });
}
