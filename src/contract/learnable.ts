/** A name as `refusalName` gives it to a body that says something. */
const NAME = /^(\d{3}) (?:standard|list|message|validation) (.+)$/su;

/**
 * Statuses with which the specification refuses what was asked for (000 Errors 1 and 7, 002 Errors). A 401 of the venue itself has no body,
 * so one with a body comes from something in between. 408, 409, 425, 429 and all from 500 on are about the moment or about another request:
 * this one may be under way, or carried out.
 */
const STATUSES: ReadonlySet<string> = new Set(['400', '403', '404', '422']);

/** Words of a text that tells of a moment, of something else that is under way, or of what has been done already. */
const PASSING: ReadonlySet<string> = new Set(
  (
    'accepted already busy conflict delay delayed duplicate duplicated elapsed exist exists expired gateway internal later maintenance ' +
    'overload overloaded pending processed processing progress proxy queue queued retry server temporarily temporary throttled timed timeout ' +
    'unavailable uncertain unconfirmed undetermined unexpected unknown upstream wait'
  ).split(' '),
);

/** Words that say no more than that something is wrong. */
const GENERAL: ReadonlySet<string> = new Set(
  (
    'a an and api are be been bad badrequest by call can cannot code could denied did do does err error errors exception exec execute execution fail ' +
    'failed failure false fault for forbidden found general generic has have http illegal in input invalid is issue it json message no not notfound null of ok on ' +
    'operation order orders our please problem reason refused reject rejected rejection request requests response result say service so some something sorry spot ' +
    'status submit system that the this to trade trading transaction true try undefined unsuccessful up us validation was we went were with wrong you your'
  ).split(' '),
);

/**
 * Why a refusal of this name may never be learned, in words for people; undefined when it may. Two outcomes that are unlike must never have
 * one name, and the name must speak of the request.
 */
export function whyNeverLearned(name: string): string | undefined {
  const [, status, text] = NAME.exec(name) ?? [];
  if (status === undefined || text === undefined) return 'it has no code, no text and no field by which it could be told from others';
  if (!STATUSES.has(status))
    return `status ${status} says nothing that lasts about what was asked for: expected ${[...STATUSES].join(', ')}`;
  if (text.endsWith(CUT)) return 'it is too long to be told from others';
  const words = wordsOf(text);
  const passing = words.find((word) => PASSING.has(word));
  if (passing !== undefined) return `"${passing}" may be about the moment, and what was asked for may be under way or done`;
  if (words.every((word) => GENERAL.has(word))) return 'it says no more than that something is wrong';
  return undefined;
}

/** Ends a text that was cut. */
export const CUT = '…';

/** In small letters: `INSUFFICIENT_FUNDS`, `insufficient-funds` and `InsufficientFunds` have the same words. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
