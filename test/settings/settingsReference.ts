import { markdownRow, markdownRule } from '../../src/base/markdownRow.ts';
import { fields } from '../../src/settings/fields.ts';

/** The reference page of the settings, `docs/reference/configuration.md`. */
export function settingsReference(): string {
  const rows = fields.map(({ path, about, meta, required, default: initial }) =>
    markdownRow([
      path.join('.'),
      [meta?.expected, meta?.unit].filter((text) => text !== undefined).join(', '),
      required ? 'needed' : (initial ?? ''),
      about ?? '',
    ]),
  );
  return `# Settings

Made from the schema of the configuration; don’t edit it. \`sluice config explain SETTING\` says the same, and [Configuration](../configuration.md) how settings, secrets and variables work together.

${markdownRow(['setting', 'takes', 'default', 'what it does'])}${markdownRule([false, false, false, false])}${rows.join('')}`;
}
