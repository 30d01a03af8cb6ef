import { command, option } from '../command.ts';
import { note, say } from '../shell.ts';
import { textValue } from '../values.ts';

const ROUND_EVERY_MS = 5000;

export const treasuryServe = command({
  name: 'treasury serve',
  about: 'Run the treasury: it sends what is approved, follows it to the end, and takes the commands of people through its socket',
  options: {
    anchor: option('--anchor <file>', 'where the head of the audit log is written once a day, best on another machine', textValue),
  },
  examples: ['treasury serve -c treasury.yaml --live', 'treasury serve -c treasury.yaml --live --anchor /mnt/elsewhere/anchors'],
  async run({ options }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { settingsOf } = await import('../configFile.ts');
    const { stateOf } = await import('../stateOf.ts');
    const { resolve } = await import('node:path');
    const { dailyHead } = await import('../../daemon/treasury/dailyHead.ts');
    const { openTreasury } = await import('../../daemon/treasury/openTreasury.ts');
    const { treasurySocket } = await import('../../daemon/treasury/treasuryPaths.ts');
    const { serveTreasury } = await import('../../control/treasuryServer.ts');
    const { runTreasury } = await import('../../daemon/treasury/runTreasury.ts');
    const { assertLive } = await import('../treasuryWay.ts');
    await assertLive(shell);
    const settings = await settingsOf(shell);
    const state = stateOf(shell, settings);
    const tell = (message: string): void => note(shell, message);
    const open = await openTreasury({ settings, env: shell.env, state, accounts: shell.options.accounts, clock: systemClock, tell });
    try {
      const server = await serveTreasury(open.calls, treasurySocket(state));
      try {
        const { venue, policy } = await open.calls.status();
        say(
          shell,
          `the treasury runs at ${venue}, ${policy === null ? 'without a policy: it moves nothing' : `policy ${policy.version}`}; Ctrl-C ends it`,
        );
        const anchor = options.anchor === undefined ? undefined : resolve(shell.cwd, options.anchor);
        const tellHead = dailyHead({ store: open.store, clock: systemClock, anchor, tell });
        const round = async (): Promise<void> => {
          await tellHead();
          await open.round();
        };
        await runTreasury({ round, clock: systemClock, everyMs: ROUND_EVERY_MS, until: shell.stopSignal(), tell });
      } finally {
        await server.close();
      }
    } finally {
      await open.close();
    }
  },
});
