import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { dailyChart } from '../../../src/research/report/returnCharts.ts';

const aboutOf = (missing: number): string => dailyChart({ days: [0, DAY_MS, 2 * DAY_MS], returns: [0.01, 0, -0.01], missing })!.about;

it.each([
  [0, / 1970-01-03\.$/],
  [1, /\. 1 day without a sample counts as 0\.$/],
  [2, /\. 2 days without a sample count as 0\.$/],
])('the chart of days says how many have no sample: %i', (missing, about) => {
  expect(aboutOf(missing)).toMatch(about);
});
