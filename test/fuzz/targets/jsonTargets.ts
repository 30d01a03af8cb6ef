import { isDeepStrictEqual } from 'node:util';
import { decimalFrom } from '../../../src/base/decimal.ts';
import { durationMsOf, instantOf, isoOf } from '../../../src/base/instant.ts';
import { readJson } from '../../../src/base/jsonReader.ts';
import { dateOf, retryAfterMsOf } from '../../../src/client/httpDate.ts';
import { errors, must, NOTHING, outcomeOf } from '../broken.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateCharacters } from '../mutateText.ts';
import type { Target } from '../target.ts';

/** What our reader refuses on purpose although it is JSON. */
const STRICTER = /stands twice|nested more than/;
const NOW = Date.UTC(2026, 10, 20, 10);

/** The exact JSON reader against `JSON.parse`, and the readers of short texts. */
export function jsonTargets(bodies: readonly string[]): readonly Target[] {
  return [
    { name: 'json', weight: 70, seeds: bodies, mutate: mutateJson, check: checkJson },
    { name: 'texts', weight: 100, seeds: TEXTS, mutate: mutateCharacters, check: checkTexts },
  ];
}

function checkJson(input: string): void {
  const ours = outcomeOf(() => readJson(input, Number), errors(SyntaxError));
  const theirs = outcomeOf(() => JSON.parse(input) as unknown, errors(SyntaxError));
  if (ours.error !== undefined) {
    must(
      theirs.error !== undefined || STRICTER.test(ours.error.message),
      () => `JSON.parse reads it, and we do not: ${ours.error.message}`,
    );
    return;
  }
  must(theirs.error === undefined, () => `we read it, and JSON.parse does not: ${theirs.error!.message}`);
  must(isDeepStrictEqual(ours.value, theirs.value), 'JSON.parse reads another value');
}

const TEXTS: readonly string[] = [
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T10:00:00',
  '2026-11-20T10:00:00.123456789+00:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '250ms',
  '1.5s',
  '90d',
  '5m',
  '9007199254740991ms',
  'Fri, 20 Nov 2026 10:00:00 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT',
  '120',
  '0',
  '61249.90',
  '0.00000001',
  '-12',
  '1e-8',
  '.5',
  '5.',
  `1${'0'.repeat(300)}`,
];

/** Each gives a value that makes sense, or undefined. */
function checkTexts(input: string): void {
  const { value } = outcomeOf(() => {
    return {
      at: instantOf(input),
      duration: durationMsOf(input),
      decimal: decimalFrom(input),
      date: dateOf(input),
      pause: retryAfterMsOf(input, NOW),
    };
  }, NOTHING);
  const { at, duration, decimal, date, pause } = value!;
  must(at === undefined || isoOf(at).slice(0, 19) === input.slice(0, 19), 'the time that was read is another one');
  must(duration === undefined || (Number.isSafeInteger(duration) && duration >= 0), 'the duration makes no sense');
  must(decimal === undefined || (decimal.isFinite() && Number(input) === decimal.toNumber()), 'the decimal is another number');
  must(date === undefined || Number.isSafeInteger(date), 'the date makes no sense');
  must(pause === undefined || (pause >= 0 && pause <= 3_600_000), 'the pause is longer than an hour');
}
