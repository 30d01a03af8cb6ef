import { dec } from '../../../src/base/decimal.ts';
import { isFault } from '../../../src/base/fault.ts';
import { parseJson } from '../../../src/base/json.ts';
import { fastRead } from '../../../src/client/fastReader.ts';
import { fastShapeOf } from '../../../src/client/fastShape.ts';
import { PROVEN_REFUSALS } from '../../../src/client/provenRefusals.ts';
import { decodeExactly, replyDecoderOf } from '../../../src/client/replyDecoder.ts';
import { faultOfReply } from '../../../src/client/replyFault.ts';
import type { NamedOperation } from '../../../src/contract/contract.ts';
import { exchange } from '../../../src/contract/exchange.ts';
import type { Reply } from '../../../src/contract/operation.ts';
import { readNotification } from '../../../src/daemon/listen/notification.ts';
import { notificationId, notificationText } from '../../../src/daemon/listen/notificationText.ts';
import { decodeBook, decodeBookSlowly } from '../../../src/gateway/bookDecoder.ts';
import { keyedRows, meaningOf } from '../../../src/gateway/fillRows.ts';
import { pairOf, pairProblem, type PairRow } from '../../../src/gateway/pairList.ts';
import { decodeStatistics } from '../../../src/gateway/statisticsDecoder.ts';
import { type Book, createBook } from '../../../src/model/book.ts';
import { gridOf } from '../../../src/model/grid.ts';
import { canonicalText } from '../../../src/session/exactText.ts';
import { contentOf } from '../../gateway/bookText.ts';
import { errors, faults, must, outcomeOf } from '../broken.ts';
import { mutateJson, mutateJsonBytes } from '../mutateJson.ts';
import { bytesOf, type Target, utf8Input } from '../target.ts';

/** The decoder of each operation's reply: the quick way agrees with the exact one. */
export function replyTargets(operations: readonly NamedOperation[], bodiesOf: (name: string) => readonly string[]): readonly Target[] {
  return operations.map(({ name, row }) => {
    const schema = row.reply.body;
    const decode = replyDecoderOf(schema);
    const shape = fastShapeOf(schema);
    return {
      name: `reply/${name}`,
      weight: 2.5,
      seeds: bodiesOf(name).map(utf8Input),
      mutate: mutateJsonBytes,
      check(input) {
        const bytes = bytesOf(input);
        const { value, error } = outcomeOf(() => decode(bytes), errors(Error, SyntaxError));
        const quick = shape === undefined || error !== undefined ? undefined : fastRead(shape, bytes.toString('utf8'));
        if (quick === undefined) return;
        const exact = outcomeOf(() => decodeExactly(schema, bytes.toString('utf8')), errors(Error, SyntaxError));
        must(exact.error === undefined, () => `the quick reader reads what the exact one refuses: ${exact.error!.message}`);
        must(canonicalText(value) === canonicalText(exact.value), 'the quick reader reads another value');
      },
    };
  });
}

const GRIDS = [gridOf(2, dec('0.00001')), gridOf(0, dec('25')), gridOf(10, dec('0.0000000001')), gridOf(4, dec('0.0005'))];
const BOOKS = GRIDS.flatMap((grid) =>
  [false, true].map((wide): readonly [fast: Book, slow: Book] => [createBook('X/Y', grid, 12, wide), createBook('X/Y', grid, 12, wide)]),
);

const listed = replyDecoderOf(exchange['symbols.list'].reply.body);
const traded = replyDecoderOf(exchange['trades.list'].reply.body);

/** What of a reply becomes pairs and bookings: rows that say nothing odd. */
export function rowTargets(pairs: readonly string[], trades: readonly string[]): readonly Target[] {
  return [
    { name: 'rows/pairs', weight: 8, seeds: pairs.map(utf8Input), mutate: mutateJsonBytes, check: checkPairs },
    { name: 'rows/trades', weight: 8, seeds: trades.map(utf8Input), mutate: mutateJsonBytes, check: checkTrades },
  ];
}

/** A pair without a problem has a grid. */
function checkPairs(input: string): void {
  const { value } = outcomeOf(() => listed(bytesOf(input)), errors(Error, SyntaxError));
  for (const row of (value as Reply<(typeof exchange)['symbols.list']> | undefined)?.data ?? []) {
    const isWhole = RULES.every((rule) => row[rule] !== undefined);
    if (isWhole && pairProblem(row as PairRow) === undefined) must(pairOf(row as PairRow).grid.lot.gt(0), 'a lot is nothing');
  }
}

const RULES = ['minVolumeTrade', 'maxVolumeTrade', 'precision', 'volumeStep'] as const;

/** Rows get a key each, and those that are booked have all that a booking needs. */
function checkTrades(input: string): void {
  const { value } = outcomeOf(() => traded(bytesOf(input)), errors(Error, SyntaxError));
  const rows = (value as Reply<(typeof exchange)['trades.list']> | undefined)?.items ?? [];
  const keyed = keyedRows(rows);
  must(new Set(keyed.map(({ key }) => key)).size === rows.length, 'two rows have one key');
  for (const row of rows) {
    if (meaningOf(row) === 'execution') must(row.price !== undefined && row.tradeDate !== undefined, 'a booking has no price or no time');
  }
}

/** Readers of bodies that are no reply of a single operation. */
export function bodyTargets(
  refusals: readonly string[],
  books: readonly string[],
  statistics: readonly string[],
  notices: readonly string[],
): readonly Target[] {
  return [
    { name: 'book', weight: 80, seeds: books.map(utf8Input), mutate: mutateJsonBytes, check: checkBook },
    { name: 'statistics', weight: 8, seeds: statistics.map(utf8Input), mutate: mutateJsonBytes, check: checkStatistics },
    { name: 'refusal', weight: 150, seeds: refusals, mutate: mutateJson, check: checkRefusal },
    { name: 'notification', weight: 60, seeds: notices.map(utf8Input), mutate: mutateJsonBytes, check: checkNotification },
  ];
}

function checkBook(input: string): void {
  const bytes = bytesOf(input);
  const [fast, slow] = BOOKS[input.length % BOOKS.length]!;
  const quick = decodeBook(bytes, fast);
  const exact = decodeBookSlowly(bytes, slow);
  must(
    canonicalText(quick) === canonicalText(exact),
    () => `the scanner says ${canonicalText(quick)}, the exact reader ${canonicalText(exact)}`,
  );
  must(canonicalText(contentOf(fast)) === canonicalText(contentOf(slow)), 'the scanner reads another book');
}

function checkStatistics(input: string): void {
  const { rows, problem } = decodeStatistics(bytesOf(input));
  must(problem === undefined || problem.length < 2000, 'a problem is told at great length');
  for (const row of rows) must(row.baseVolume.isFinite() && row.quoteVolume.isFinite(), 'a volume is no number');
}

const STATUSES = [200, 204, 301, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503, 999];

/** Whatever a refusal says, there is a fault, and only a listed refusal proves anything. */
function checkRefusal(input: string): void {
  const status = STATUSES[input.length % STATUSES.length]!;
  const reply = { operation: 'orders.place', isRead: input.length % 3 === 0, status, body: input, retryAfterMs: undefined };
  const fault = faultOfReply(reply, PROVEN_REFUSALS);
  must(isFault(fault), 'a refusal is no fault');
  must(fault.outcome === undefined || fault.outcome === 'unknown' || isJson(input), 'text that is no JSON proves that nothing was done');
  must((fault.refusal?.length ?? 0) <= 120, 'the name of a refusal is too long');
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return text.trim() === '';
  }
}

function checkNotification(input: string): void {
  const { value } = outcomeOf(() => readNotification(bytesOf(input), 0), faults('invalid-request'));
  if (value === undefined) return;
  must(typeof notificationText(value.body) === 'string', 'a notification has no text');
  must((notificationId(value.body) ?? 'x') !== '', 'the id of a notification is empty');
}
