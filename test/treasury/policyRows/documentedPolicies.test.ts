import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { parsePolicy } from '../../../src/settings/policyFile.ts';
import { readPolicyRows } from '../../../src/treasury/policyRows/readPolicyRows.ts';
import { tryPolicy } from '../../../src/treasury/policyRows/tryPolicy.ts';

const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');

/** The policies of the page, each with its examples. */
const policies = [...page.matchAll(/^### \d+\. (.+)\n[^]*?^```yaml\n([^]*?)^```[^]*?^```csv\n([^]*?)^```/gm)].map(
  ([, title, yaml, csv]) => ({
    title: title!,
    yaml: yaml!,
    csv: csv!,
  }),
);

/** The world that the page names. */
const world = {
  available: { EUR: dec('100000'), BTC: dec('10'), USDC: dec('50000') },
  value: (currency: string, amount: ReturnType<typeof dec>, into: string) =>
    currency === 'BTC' && into === 'EUR' ? amount.times(50_000) : undefined,
};

describe('the policies of docs/policy.md', () => {
  it('are ten', () => {
    expect(policies).toHaveLength(10);
  });

  it.each(policies)('$title: decides as the page says', ({ title, yaml, csv }) => {
    const { policy, warnings } = parsePolicy(yaml, title);
    expect(warnings).toEqual([]);
    const rows = readPolicyRows(Buffer.from(csv), { kind: 'withdrawal', initiator: 'anna', now: 0 });
    const expected = csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').at(-1));
    const decided = tryPolicy(policy, rows, world);
    expect(
      decided.map(({ decision }) => decision.verdict),
      decided.map(({ decision }) => decision.why.join('; ')).join('\n'),
    ).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });
});
