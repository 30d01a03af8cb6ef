import type { FaultName, FaultSource } from './faults.ts';

/** What becomes of one request on its way to the venue and back. Times in milliseconds; `Infinity`: it never arrives. */
export interface Fate {
  readonly kind: FaultName | 'well';
  /** No byte of it left. */
  readonly isNotSent?: boolean;
  readonly outMs: number;
  readonly backMs: number;
  /** A second copy of it reaches the venue so much later. */
  readonly againMs?: number;
  /** The process sees the connection break after so long, whatever becomes of the request. */
  readonly resetMs?: number;
  /** This answer reaches the process in place of the venue's. */
  readonly instead?: { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };
  /** The answer is one that proves that nothing was done, and it is not true: beyond what is promised, but not beyond what is mended. */
  readonly isLie?: boolean;
  /** What is done to the text of the venue's answer. */
  readonly spoil?: (body: string) => string;
}

/** Longer than any client waits, shorter than the life of a signature. */
const MOST_LATE_MS = 45_000;

const ON_MONEY = [
  'refused-connection',
  'lost-request',
  'lost-answer',
  'late-request',
  'late-answer',
  'doubled-request',
  'reset',
  'proxy-error',
  'false-refusal',
  'spoilt-answer',
  'refusal',
  'too-many-requests',
] as const;

const SPOILT: readonly ((body: string) => string)[] = [
  () => '',
  () => '{}',
  () => '{"id":null}',
  () => '<html>It works</html>',
  (body) => body.slice(0, body.length >> 1),
  () => '{"success":false}',
];

/** The refusals of no code that anybody knows: the specification shows none (000 Errors 9). */
const UNKNOWN_REFUSALS = ['INSUFFICIENT_FUNDS', 'ORDER_SIZE_LIMIT', 'RISK_CHECK_FAILED'];

export function fateOfMoney(faults: FaultSource, latencyMs: () => number): Fate {
  const [outMs, backMs] = [latencyMs(), latencyMs()];
  const kind = faults.first(ON_MONEY);
  if (kind === undefined) return { kind: 'well', outMs, backMs };
  const way = { kind, outMs, backMs };
  switch (kind) {
    case 'refused-connection':
      return { ...way, isNotSent: true };
    case 'lost-request':
      return { ...way, outMs: Infinity };
    case 'lost-answer':
      return { ...way, backMs: Infinity };
    case 'late-request':
      return { ...way, outMs: faults.between(1000, MOST_LATE_MS), ...(faults.int(2) === 0 ? { resetMs: faults.between(1, 5000) } : {}) };
    case 'late-answer':
      return { ...way, backMs: faults.between(500, 20_000) };
    case 'doubled-request':
      return { ...way, againMs: faults.between(1, 3000) };
    case 'reset':
      return { ...way, outMs: faults.int(3) === 0 ? Infinity : outMs, resetMs: faults.between(0, 2000) };
    case 'proxy-error':
      return {
        ...way,
        outMs: faults.int(2) === 0 ? Infinity : outMs,
        instead: { status: faults.pick([500, 502, 503, 504, 408, 409, 425]), body: '<html>Bad Gateway</html>' },
      };
    case 'false-refusal':
      // kite.trade: an answer that says no, and the order is placed all the same, at once or much later.
      return {
        ...way,
        outMs: faults.pick([outMs, faults.between(1000, MOST_LATE_MS)]),
        instead: { status: 400, body: '{"code":"order-request-timed-out","message":"order request timed out"}' },
      };
    case 'spoilt-answer':
      return { ...way, spoil: faults.pick(SPOILT) };
    case 'refusal':
      return {
        ...way,
        outMs: Infinity,
        instead: { status: 400, body: JSON.stringify({ code: faults.pick(UNKNOWN_REFUSALS), message: 'refused' }) },
      };
    case 'too-many-requests':
      return {
        ...way,
        outMs: Infinity,
        instead: {
          status: 429,
          body: '',
          headers: faults.int(2) === 0 ? {} : { 'retry-after': String(faults.between(1, 5)) },
        },
      };
  }
}

/** Reads may fail in any way: nothing is at stake but what is concluded from them. */
export function fateOfRead(faults: FaultSource, latencyMs: () => number, operation: string): Fate {
  const way = { kind: 'failed-read', outMs: latencyMs(), backMs: latencyMs() } as const;
  if (!faults.strikes('failed-read', operation)) return { ...way, kind: 'well' };
  switch (faults.int(6)) {
    case 0:
      return { ...way, isNotSent: true };
    case 1:
      return { ...way, backMs: faults.between(3000, 15_000) };
    case 2:
      return { ...way, instead: { status: faults.pick([500, 502, 503, 404, 401, 400, 403]), body: '' } };
    case 3:
      return { ...way, instead: { status: 429, body: '', headers: { 'retry-after': String(faults.between(1, 4)) } } };
    case 4:
      return { ...way, spoil: faults.pick(SPOILT) };
    default:
      return { ...way, resetMs: faults.between(0, 500) };
  }
}

/** The kinds of outages; in the last one only the list of open orders is out. */
export const OUTAGES = 5;

/** While nothing gets through, or one list does not; undefined for what goes its usual way. */
export function fateInOutage(kind: number, operation: string): Fate | undefined {
  const way = { kind: 'outage', outMs: Infinity, backMs: Infinity } as const;
  switch (kind) {
    case 0:
      return { ...way, isNotSent: true };
    case 1:
      return way;
    case 2:
      return { ...way, instead: { status: 503, body: '<html>Maintenance</html>' } };
    case 3:
      return { ...way, instead: { status: 401, body: '' } };
    default:
      return operation === 'orders.list' ? { ...way, instead: { status: 500, body: '' } } : undefined;
  }
}
