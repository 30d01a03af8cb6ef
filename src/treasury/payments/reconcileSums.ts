import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type Bucket, BUCKETS, type LineKind, type ReconcileLine } from './reconcileLine.ts';

/** What the lines of a kind, a currency and a bucket come to. */
export interface BucketSum {
  readonly kind: LineKind;
  readonly currency: string;
  readonly bucket: Bucket | 'total';
  readonly count: number;
  /** How many somebody has to look at. */
  readonly open: number;
  readonly expected: Decimal;
  readonly received: Decimal;
}

/** What a record of the venue brought, added up without looking at its line. */
export interface Came {
  readonly kind: LineKind;
  readonly currency: string;
  readonly received: Decimal;
}

/** What the records come to and what the lines do not. */
export interface Untied {
  readonly kind: LineKind;
  readonly currency: string;
  readonly difference: Decimal;
}

/** By kind and currency: a sum for each bucket that has lines, and after them the total. */
export function reconcileSums(lines: readonly ReconcileLine[]): readonly BucketSum[] {
  return [...Map.groupBy(lines, ({ kind, currency }) => `${kind} ${currency}`).values()].flatMap((group) => {
    const buckets = BUCKETS.flatMap((bucket) => {
      const members = group.filter((line) => line.bucket === bucket);
      return members.length === 0 ? [] : [sumOf(members, bucket)];
    });
    return [...buckets, sumOf(group, 'total')];
  });
}

/** Where the lines do not come to what the venue's records do. It must be empty. */
export function untied(lines: readonly ReconcileLine[], came: readonly Came[]): readonly Untied[] {
  const differences = new Map<string, Untied>();
  const add = ({ kind, currency, received }: Came): void => {
    const key = `${kind} ${currency}`;
    differences.set(key, { kind, currency, difference: received.plus(differences.get(key)?.difference ?? ZERO) });
  };
  for (const each of came) add(each);
  const kinds = new Set(came.map(({ kind }) => kind));
  for (const line of lines) if (kinds.has(line.kind)) add({ ...line, received: line.received.negated() });
  return [...differences.values()].filter(({ difference }) => !difference.isZero());
}

function sumOf(lines: readonly ReconcileLine[], bucket: BucketSum['bucket']): BucketSum {
  const { kind, currency } = lines[0]!;
  return {
    kind,
    currency,
    bucket,
    count: lines.length,
    open: lines.filter(({ isOpen }) => isOpen).length,
    expected: lines.reduce((sum, line) => sum.plus(line.expected), ZERO),
    received: lines.reduce((sum, line) => sum.plus(line.received), ZERO),
  };
}
