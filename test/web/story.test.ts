import { expect, it } from 'vitest';
import { type Story, storyLines, storySummary } from '../../web/pure/story.ts';

const row = (at: string, step: Story['rows'][number]['step'], detail: string): Story['rows'][number] => ({
  at: `2026-01-01T00:00:${at}Z`,
  step,
  detail,
  source: 'journal',
});
const STORY: Story = {
  rows: [
    row('00.000', 'book', 'BTC/EUR bid 1'),
    row('00.000', 'decided', 'place'),
    row('00.012', 'journalled', 'place of maker'),
    row('03.512', 'fill', 'Buy 1'),
    row('04.000', 'closed', 'order 7: filled'),
  ],
  notes: [],
};

it('each row says how long after the one before it came, and has a sign besides its colour', () => {
  const lines = storyLines(STORY);
  expect(lines.map(({ after }) => after)).toEqual(['', '', '+12 ms', '+3.5 s', '+488 ms']);
  expect(lines.every(({ sign }) => sign !== '')).toBe(true);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
});

it('says first when it began, how long it took, what was executed, and how it ended', () => {
  expect(storySummary(STORY)).toEqual({ began: '2026-01-01T00:00:00.000Z', took: '4.0 s', executions: 1, end: 'order 7: filled' });
  expect(storySummary({ rows: [], notes: [] })).toBeUndefined();
  expect(storySummary({ rows: STORY.rows.slice(0, 2), notes: [] })).toMatchObject({ took: '0 ms', end: undefined });
});
