import { CommanderError } from 'commander';

/** What to do about an option that a command does not have, where the configuration has a field of its name in the section of that command. */
export async function settingAdvice(error: unknown, command: string): Promise<string | undefined> {
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownOption') return undefined;
  const option = /--([a-z][a-z-]*)/.exec(error.message)?.[1];
  const name = option?.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const { fields } = await import('../settings/fields.ts');
  const field = fields.map(({ path }) => path.join('.')).find((path) => path === `${command}.${name}`);
  return field && `it is ${field} in the configuration: \`sluice config explain ${field}\` says what it takes`;
}
