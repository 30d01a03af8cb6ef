import { judged, noted, type Question, unseen } from './finding.ts';
import type { ReadContext } from './questionContext.ts';
import { answerText, refusalShape, type StrangeRequest, type WireAnswer } from './wire.ts';

const PATH = '/v1/spot-trading/orders';
const QUERY = 'page=0&count=1';
const SECOND = 1000;
/** Ages of a timestamp. Between one that must be taken and one that must be refused there is room for what clocks are off. */
const WITHIN_S = [50, 40, 30, 20, 10];
const BEYOND_S = [70, 120, 300, 900, 3600, 86_400];

const UNSIGNED: Question = {
  question: 'unsigned',
  asked: 'own orders without a signature',
  document: { says: '401 with an empty body', section: '000 Authentication 6' },
};
const BAD_SIGNATURE: Question = {
  question: 'bad-signature',
  asked: 'own orders, signed with another secret',
  document: { says: '401 with an empty body', section: '000 Authentication 6' },
};
const PUBLIC_MARKET: Question = { question: 'public-market', asked: 'the list of pairs without a signature', document: undefined };
const TOO_OLD: Question = {
  question: 'timestamp-past',
  asked: 'own orders with a timestamp that lies back, further each time',
  document: { says: 'taken within 60 s of the time of the service', section: '000 Authentication 3' },
};
const TOO_NEW: Question = {
  question: 'timestamp-future',
  asked: 'own orders with a timestamp that lies ahead, 50 s and 70 s',
  document: { says: 'taken within 60 s of the time of the service', section: '000 Authentication 3' },
};

/** Who may ask, and how old a request may be (000 Authentication). Nothing here changes anything. */
export async function askAccess(context: ReadContext): Promise<void> {
  const { tell, wrongSigner } = context;
  const unsigned = await ask(context, { method: 'GET', path: PATH, query: QUERY });
  tell(judged(UNSIGNED, answerText(unsigned), isEmpty401(unsigned)));
  const at = context.client.venueClock.now();
  const bad = await ask(context, { method: 'GET', path: PATH, query: QUERY, signed: { by: wrongSigner, at } });
  tell(judged(BAD_SIGNATURE, answerText(bad), isEmpty401(bad)));
  const pairs = await ask(context, { method: 'GET', path: '/v1/spot-trading/symbols', query: QUERY });
  tell(noted(PUBLIC_MARKET, pairs.status === 200 ? 'needs no signature' : answerText(pairs)));
  await askAges(context);
}

async function askAges(context: ReadContext): Promise<void> {
  const { tell, learned } = context;
  if ((await aged(context, 0)).status !== 200) {
    for (const question of [TOO_OLD, TOO_NEW])
      tell(unseen(question, 'a timestamp of now is refused as well: look at key, secret and clock'));
    return;
  }
  const taken = await firstOf(WITHIN_S, async (seconds) => (await aged(context, seconds)).status === 200);
  const tooOld = taken === WITHIN_S[0] ? BEYOND_S : WITHIN_S.filter((seconds) => seconds > (taken ?? 0)).toReversed();
  const refused = await firstOf(tooOld, async (seconds) => (await aged(context, seconds)).status === 401);
  learned.timestampWindowMs = (refused ?? BEYOND_S.at(-1)!) * SECOND;
  const isRight = taken === WITHIN_S[0] && refused === BEYOND_S[0];
  // What is taken at 50 s and refused at 70 s is the 60 s of the document.
  if (isRight) learned.timestampWindowMs = 60 * SECOND;
  const until = taken === undefined ? 'refused from 10 s on' : `taken ${tooOld === BEYOND_S ? atLeast(refused) : taken} s back`;
  tell(
    judged(
      TOO_OLD,
      `${until}, ${refused === undefined ? 'and refused at no age that was asked for' : `refused ${refused} s back`}`,
      isRight,
    ),
  );
  const [ahead, further] = [await aged(context, -50), await aged(context, -70)];
  const seen = `50 s: ${answerText(ahead)}, 70 s: ${answerText(further)}`;
  tell(judged(TOO_NEW, seen, ahead.status === 200 && isEmpty401(further)));
}

/** The largest age beyond the document's that was taken before the one that was refused. */
function atLeast(refused: number | undefined): number {
  const before = refused === undefined ? BEYOND_S.length : BEYOND_S.indexOf(refused);
  return BEYOND_S[before - 1] ?? WITHIN_S[0]!;
}

async function firstOf(values: readonly number[], test: (value: number) => Promise<boolean>): Promise<number | undefined> {
  for (const value of values) if (await test(value)) return value;
  return undefined;
}

function aged(context: ReadContext, agoS: number): Promise<WireAnswer> {
  const at = context.client.venueClock.now() - agoS * SECOND;
  return ask(context, { method: 'GET', path: PATH, query: QUERY, signed: { by: context.signer, at } });
}

/** Takes its turn in the rate budget, as every request does. */
export async function ask({ client, wire, signal }: ReadContext, request: StrangeRequest): Promise<WireAnswer> {
  await client.limiter.admit('account', signal);
  return wire.send(request);
}

function isEmpty401(answer: WireAnswer): boolean {
  return answer.status === 401 && refusalShape(answer) === 'empty';
}
