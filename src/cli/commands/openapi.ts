import { command, optionalArgument } from '../command.ts';
import { oneOf } from '../values.ts';

export const openapi = command({
  name: 'openapi',
  about: 'Print the OpenAPI 3.1 document of one interface, derived from the contract table',
  args: {
    interface: optionalArgument(
      'interface',
      'exchange (the default), processing or hostedPage',
      oneOf('exchange', 'processing', 'hostedPage'),
    ),
  },
  examples: ['openapi', 'openapi processing > processing.json'],
  async run({ args: { interface: name = 'exchange' } }, shell) {
    const { openApiOf } = await import('../../contract/openApi.ts');
    const { stringifyJson } = await import('../../base/json.ts');
    const { sluiceVersion } = await import('../../settings/sluiceVersion.ts');
    shell.out.write(`${stringifyJson(openApiOf(name, sluiceVersion()), 2)}\n`);
  },
});
