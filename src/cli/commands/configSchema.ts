import { command } from '../command.ts';

export const configSchema = command({
  name: 'config schema',
  about: 'Print the JSON Schema of the configuration, for editors',
  examples: ['config schema > sluice.schema.json'],
  async run(_input, shell) {
    const { settingsSchemaJson } = await import('../../settings/settingsSchemaJson.ts');
    const { printJson } = await import('../print.ts');
    printJson(shell, settingsSchemaJson());
  },
});
