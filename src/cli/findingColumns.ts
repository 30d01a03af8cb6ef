import type { Finding } from '../probe/finding.ts';
import type { Column } from './column.ts';

/** How each verdict is read by a person. */
const VERDICTS: Readonly<Record<Finding['verdict'], string>> = {
  ok: 'ok',
  differs: 'DIFFERS',
  open: 'not in the document',
  unknown: 'not known',
};

const question: Column<Finding> = { key: 'question', value: (one) => one.question };
const asked: Column<Finding> = { key: 'asked', value: (one) => one.asked };
const seen: Column<Finding> = { key: 'seen', value: (one) => one.seen };

const verdict: Column<Finding> = {
  key: 'verdict',
  value: (one) => one.verdict,
  short: (one) => VERDICTS[one.verdict],
  style: (one) => (one.verdict === 'differs' ? 'red' : one.verdict === 'ok' ? 'green' : 'dim'),
};

/** What a probe found. */
export const probeColumns: readonly Column<Finding>[] = [question, seen, verdict];

/** The same held against the document. */
export const certifyColumns: readonly Column<Finding>[] = [
  question,
  asked,
  { key: 'document', value: ({ document }) => document?.says ?? null },
  { key: 'section', value: ({ document }) => document?.section ?? null },
  seen,
  verdict,
];
