import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { spanText } from './ageText.ts';

export type Story = ControlReply<'why'>;
type StoryRow = Story['rows'][number];

/** A row with its sign, and how long after the row before it. */
export interface StoryLine extends StoryRow {
  readonly key: string;
  readonly sign: string;
  readonly kind: 'ok' | 'bad' | 'info' | 'plain';
  /** Empty on the first row, and where it happened at the same time. */
  readonly after: string;
}

/** Each step has a sign of its own, besides its colour. */
const SIGNS: Readonly<Record<StoryRow['step'], readonly [sign: string, kind: StoryLine['kind']]>> = {
  operator: ['☞', 'info'],
  book: ['▤', 'plain'],
  signal: ['∿', 'plain'],
  kept: ['⏲', 'plain'],
  decided: ['◇', 'info'],
  checked: ['✓', 'ok'],
  refused: ['■', 'bad'],
  journalled: ['▪', 'plain'],
  sent: ['→', 'plain'],
  report: ['←', 'plain'],
  settled: ['●', 'plain'],
  fill: ['◆', 'ok'],
  converted: ['◆', 'ok'],
  closed: ['○', 'plain'],
  entered: ['±', 'plain'],
};

export function storyLines({ rows }: Story): readonly StoryLine[] {
  return rows.map((row, n) => {
    const [sign, kind] = SIGNS[row.step];
    const before = rows[n - 1];
    const passed = before === undefined ? 0 : Date.parse(row.at) - Date.parse(before.at);
    return { ...row, key: String(n), sign, kind, after: passed === 0 ? '' : `+${spanText(passed)}` };
  });
}

/** What a person wants to know first. */
export interface StorySummary {
  readonly began: string;
  readonly took: string;
  readonly executions: number;
  /** The last word on it. Undefined while there is none. */
  readonly end: string | undefined;
}

/** Undefined for a story without rows. */
export function storySummary({ rows }: Story): StorySummary | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    began: first.at,
    took: spanText(Date.parse(last.at) - Date.parse(first.at)),
    executions: rows.filter(({ step }) => step === 'fill' || step === 'converted').length,
    end: rows.findLast(({ step }) => step === 'closed' || step === 'settled' || step === 'refused')?.detail,
  };
}
