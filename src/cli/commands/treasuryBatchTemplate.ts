import { command, flag } from '../command.ts';

export const treasuryBatchTemplate = command({
  name: 'treasury batch template',
  about: 'Print a batch file to fill in: the heading, and one payment as an example',
  options: {
    fiat: flag('--fiat', 'with amounts in fiat currency, which the venue converts'),
    beneficiary: flag('--beneficiary', 'with the columns of the Travel Rule'),
  },
  examples: ['treasury batch template', 'treasury batch template --fiat --beneficiary >november.csv'],
  async run({ options: { fiat, beneficiary } }, shell) {
    const { batchTemplate } = await import('../../treasury/batches/batchTemplate.ts');
    shell.out.write(batchTemplate({ isFiat: fiat, hasBeneficiary: beneficiary }));
  },
});
