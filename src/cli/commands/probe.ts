import { command, flag, option } from '../command.ts';
import { amountValue, symbolValue, textValue } from '../values.ts';

export const probe = command({
  name: 'probe',
  about: 'Find out how the venue does what its document leaves open: reads, and a few orders far from the market that are canceled again',
  options: {
    symbol: option('--symbol <symbol>', 'the pair of the orders (else the first that the configuration trades)', symbolValue),
    amount: option('--amount <amount>', 'the amount of each order (else the smallest that the pair takes)', amountValue),
    out: option('--out <file>', 'where the file for venue.knows.file goes (else knows-HOST-DATE.yaml in this folder)', textValue),
    readsOnly: flag('--reads-only', 'place nothing, and find out less'),
  },
  dryRun: true,
  examples: [
    'probe --dry-run',
    'probe -c my-live.yaml --live --yes',
    'probe --symbol BTC/EUR --out ./knows.yaml --yes',
    'probe --reads-only',
  ],
  async run({ options }, shell) {
    const { settingsOf } = await import('../configFile.ts');
    const { assertWhole, probeRun } = await import('../probeRun.ts');
    const { knowsPlace, writeKnows } = await import('../knowsPlace.ts');
    const { printRows } = await import('../print.ts');
    const { probeColumns } = await import('../findingColumns.ts');
    const settings = await settingsOf(shell);
    const { symbol, amount, out, readsOnly } = options;
    const place = knowsPlace(shell, settings, out);
    const probed = await probeRun(shell, { settings, symbol, amount, places: !readsOnly });
    if (probed === undefined) return;
    printRows(shell, probeColumns, probed.findings);
    assertWhole(probed);
    writeKnows(shell, place, probed);
  },
});
