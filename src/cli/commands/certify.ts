import { Fault } from '../../base/fault.ts';
import { argument, command, flag, option } from '../command.ts';
import { amountValue, symbolValue, venueUrlValue } from '../values.ts';

export const certify = command({
  name: 'certify',
  about:
    'Hold any venue or simulator against the document: the questions of a probe, each with its section and a verdict; exit code 10 where something differs',
  args: {
    url: argument(
      'url',
      'address of the exchange interface; key and secret come from SLUICE_EXCHANGE_KEY and _SECRET, or from -c FILE',
      venueUrlValue,
    ),
  },
  options: {
    symbol: option('--symbol <symbol>', 'the pair of the orders (else the first of the list)', symbolValue),
    amount: option('--amount <amount>', 'the amount of each order (else the smallest that the pair takes)', amountValue),
    readsOnly: flag('--reads-only', 'place nothing, and ask less'),
  },
  dryRun: true,
  examples: [
    'certify http://127.0.0.1:7718 --yes',
    'certify http://127.0.0.1:7718 --yes -o json',
    'certify https://api.example.com --reads-only',
    'certify https://api.example.com --live --dry-run',
  ],
  async run({ args, options }, shell) {
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { assertWhole, probeRun } = await import('../probeRun.ts');
    const { printRows } = await import('../print.ts');
    const { certifyColumns } = await import('../findingColumns.ts');
    // The configuration of a folder is about its own venue, and its key is nobody else's business.
    const { SLUICE_EXCHANGE_URL: _another, ...env } = shell.env;
    const settings = await loadSettings({ file: shell.options.namedConfig, env, url: args.url, cwd: shell.cwd });
    const { symbol, amount, readsOnly } = options;
    const probed = await probeRun(shell, { settings, symbol, amount, places: !readsOnly });
    if (probed === undefined) return;
    printRows(shell, certifyColumns, probed.findings);
    assertWhole(probed);
    const differing = probed.findings.filter(({ verdict }) => verdict === 'differs');
    if (differing.length === 0) return;
    throw new Fault(
      'check-failed',
      `${differing.length} of ${probed.findings.length} answers differ from the document: ${differing.map(({ question }) => question).join(', ')}`,
      {
        suggestion: 'docs/probe.md says what each question is about, and what sluice does where a venue differs',
      },
    );
  },
});
