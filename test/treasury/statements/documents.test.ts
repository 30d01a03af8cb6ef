import { beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { makeStatement } from '../../../src/treasury/statements/makeStatement.ts';
import type { Statement } from '../../../src/treasury/statements/statement.ts';
import { statementHtml } from '../../../src/treasury/statements/statementHtml.ts';
import { statementMarkdown } from '../../../src/treasury/statements/statementMarkdown.ts';
import { statementCsv } from '../../../src/treasury/statements/statementCsv.ts';
import { statementRows } from '../../../src/treasury/statements/statementRows.ts';
import { executed, historyOf, moved, OCTOBER } from './builders.ts';

let statement: Statement;

beforeAll(async () => {
  const history = historyOf({ EUR: '1000' }, [
    executed('f', OCTOBER + DAY_MS, { price: dec('100'), amount: dec('2') }),
    { ...moved('adjustment', 'by hand 1', OCTOBER + 2 * DAY_MS, '-5 EUR'), note: '<b>|gift\u202e' },
  ]);
  const records = [{ currency: 'EUR', total: dec('796'), at: OCTOBER + 3 * DAY_MS }];
  const range = { from: OCTOBER, to: OCTOBER + 31 * DAY_MS };
  statement = await makeStatement(history, {
    month: '2026-10',
    zone: 'UTC',
    range,
    now: OCTOBER + 40 * DAY_MS,
    currency: 'EUR',
    balances: undefined,
    records,
  });
});

describe('documents of a statement', () => {
  it('is Markdown', () => {
    expect(statementMarkdown(statement).split('\n')).toEqual([
      '# Statement 2026-10 (UTC)',
      '',
      '## EUR',
      '',
      '|  | Count | In | Out | Amount |',
      '| --- | ---: | ---: | ---: | ---: |',
      '| Opening balance, 2026-10-01 |  |  |  | 0 |',
      '| Books begin | 1 | 1000 | 0 | 1000 |',
      '| Fills | 1 | 0 | -200 | -200 |',
      '| Adjustments | 1 | 0 | -5 | -5 |',
      '| Closing balance, 2026-10-31 |  |  |  | 795 |',
      '| At the venue as recorded, 2026-10-04T00:00:00.000Z |  |  |  | 796 |',
      '| Difference from the books, which have 795 then |  |  |  | 1 |',
      '',
      '| Day | Class | What | Amount | Balance | Note |',
      '| --- | --- | --- | ---: | ---: | --- |',
      '| 2026-10-01 | Books begin | opening | 1000 | 1000 |  |',
      '| 2026-10-02 | Fills | 1 execution | -200 | 800 |  |',
      String.raw`| 2026-10-03 | Adjustments | by hand 1 | -5 | 795 | \<b\>\|gift  |`,
      '',
    ]);
  });

  it('is one page of HTML that runs and fetches nothing, with the difference marked', () => {
    const page = statementHtml(statement);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">[^]*<\/html>\n$/);
    expect(page).toContain('&#60;b&#62;|gift ');
    expect(page).toMatch(/<tr class="open">\s*<th scope="row">Difference from the books/);
    expect(page).not.toMatch(/<script|https?:|<b>|src=|@import/);
    expect(statementHtml(statement)).toBe(page);
  });

  it('is rows for programs', () => {
    const rows = statementRows(statement).map(({ part, what, amount, balance }) => [part, what, amount?.toFixed(), balance?.toFixed()]);
    expect(rows).toEqual([
      ['opening', undefined, undefined, '0'],
      ['class', 'opening', '1000', undefined],
      ['class', 'fill', '-200', undefined],
      ['class', 'adjustment', '-5', undefined],
      ['line', 'opening', '1000', '1000'],
      ['line', 'fill', '-200', '800'],
      ['line', 'adjustment', '-5', '795'],
      ['closing', undefined, undefined, '795'],
      ['check', 'recorded', '1', '796'],
      ['check', 'sums', '0', '795'],
    ]);
  });

  it('is CSV with a heading, a line for each row, and no text that a spreadsheet takes for a formula', () => {
    const lines = statementCsv(statement).trimEnd().split('\r\n');
    expect(lines[0]).toBe('currency,part,at,what,id,count,gained,lost,amount,balance,note');
    expect(lines).toHaveLength(statementRows(statement).length + 1);
    expect(lines.slice(1).every((line) => /^[A-Z]/.test(line))).toBe(true);
  });
});
