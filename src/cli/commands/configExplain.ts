import type { Field } from '../../settings/fields.ts';
import { command, optionalArgument } from '../command.ts';
import type { Column } from '../column.ts';
import { textValue } from '../values.ts';

export const configExplain = command({
  name: 'config explain',
  about: 'Explain a setting: what it is for, what it takes, its default',
  args: { field: optionalArgument('field', 'its path; without it, all settings', textValue) },
  examples: ['config explain risk.maxDailyLoss', 'config explain strategies'],
  async run({ args }, shell) {
    const { explainSetting } = await import('../../settings/explainSetting.ts');
    const { fields } = await import('../../settings/fields.ts');
    const { printRecord, printRows } = await import('../print.ts');
    if (args.field === undefined) return printRows(shell, listColumns, fields);
    const { field, children } = explainSetting(args.field);
    if (children.length === 0) printRecord(shell, columns, field);
    else printRows(shell, listColumns, children);
  },
});

const path: Column<Field> = { key: 'setting', value: (field) => field.path.join('.') };
const fallback: Column<Field> = { key: 'default', value: (field) => field.default };
const about: Column<Field> = { key: 'about', value: (field) => field.about };

const listColumns: readonly Column<Field>[] = [path, fallback, about];

const columns: readonly Column<Field>[] = [
  path,
  about,
  { key: 'takes', value: (field) => field.meta?.expected },
  { key: 'unit', value: (field) => field.meta?.unit },
  fallback,
  { key: 'required', value: (field) => (field.required ? 'yes' : 'no') },
];
