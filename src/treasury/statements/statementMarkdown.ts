import { counted } from '../../base/counted.ts';
import { markdownRow, markdownRule } from '../../base/markdownRow.ts';
import { CLASSES, type CurrencyStatement, type Statement } from './statement.ts';
import { summaryRows } from './summaryRows.ts';

/** The statement as a document. */
export function statementMarkdown(statement: Statement): string {
  const { month, zone, currencies } = statement;
  return [`# Statement ${month} (${zone})\n`, ...currencies.map((currency) => section(statement, currency))].join('\n');
}

function section(statement: Statement, currency: CurrencyStatement): string {
  const rows = summaryRows(statement, currency).map(({ label, count, gained, lost, amount }) =>
    markdownRow([label, count?.toString() ?? '', gained?.toFixed() ?? '', lost?.toFixed() ?? '', amount.toFixed()]),
  );
  const lines = currency.lines.map(({ day, cause, id, count, amount, balance, note }) =>
    markdownRow([day, CLASSES[cause], id ?? counted(count, 'execution'), amount.toFixed(), balance.toFixed(), note ?? '']),
  );
  const summary = markdownRow(['', 'Count', 'In', 'Out', 'Amount']) + markdownRule([false, true, true, true, true]) + rows.join('');
  const list = markdownRow(['Day', 'Class', 'What', 'Amount', 'Balance', 'Note']) + markdownRule([false, false, false, true, true, false]);
  return `## ${currency.currency}\n\n${summary}${lines.length === 0 ? '' : `\n${list}${lines.join('')}`}`;
}
