import { markdownRow, markdownRule } from '../../src/base/markdownRow.ts';
import type { Command, Parameter } from '../../src/cli/command.ts';
import { globalOptions } from '../../src/cli/program.ts';

/** The reference page of the commands, `docs/reference/commands.md`. */
export function commandsReference(commands: readonly Command[]): string {
  const everywhere = globalOptions().map(({ flags, description }) => [flags, description, '']);
  return `# Commands

Made from the commands themselves; don’t edit it. \`sluice COMMAND --help\` says the same. What a failure means is in [errors](errors.md).

## Every command

${tableOf(everywhere)}
${commands.map(commandText).join('\n')}`;
}

function commandText({ name, about, args = {}, options = {}, dryRun = false, examples }: Command): string {
  const places = Object.values(args).map(({ flags }) => ` ${flags}`);
  const rows = [...Object.values(args), ...Object.values(options)].map(rowOf);
  const dry = dryRun ? ' It takes `--dry-run`.' : '';
  return `## ${name}

${about}.${dry}

- \`sluice ${name}${places.join('')}\`
${examples.map((example) => `- for example \`sluice ${example}\`\n`).join('')}${rows.length === 0 ? '' : `\n${tableOf(rows)}`}`;
}

function rowOf({ flags, about, fallback, shownFallback, required = false, repeatable = false, choices }: Parameter<unknown>): string[] {
  const words = choices === undefined ? '' : `: ${choices.join(', ')}`;
  const often = repeatable ? '; may be given more than once' : '';
  const initial = shownFallback ?? (typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '');
  return [flags, `${about}${words}${often}`, required ? 'needed' : initial];
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return `${markdownRow(['word', 'what it says', 'default'])}${markdownRule([false, false, false])}${rows.map((row) => markdownRow([...row])).join('')}`;
}
