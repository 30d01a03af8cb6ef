import { command, flag, option } from '../command.ts';
import { textValue } from '../values.ts';

export const treasuryServe = command({
  name: 'treasury serve',
  about: 'Run the treasury: it sends what is approved, follows it to the end, and takes the commands of people through its socket',
  options: {
    anchor: option('--anchor <file>', 'where the head of the audit log is written once a day, best on another machine', textValue),
    standby: flag('--standby', 'while another process has the treasury, on whatever machine, wait until it ends; then take over'),
  },
  examples: [
    'treasury serve -c treasury.yaml --live',
    'treasury serve -c treasury.yaml --live --anchor /mnt/elsewhere/anchors',
    'treasury serve -c treasury.yaml --live --standby',
  ],
  async run({ options: { anchor, standby } }, shell) {
    const { serveTreasuryHere } = await import('../serveTreasuryHere.ts');
    const { assertLive } = await import('../treasuryWay.ts');
    await assertLive(shell);
    await serveTreasuryHere(shell, { anchor, isStandby: standby });
  },
});
