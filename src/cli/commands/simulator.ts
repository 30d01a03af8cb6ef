import { listenFault } from '../../base/listenFault.ts';
import { behaviourChoice } from '../../simulator/behaviourChoices.ts';
import { aboutFaults, FAULT_PROFILES, faultProfile } from '../../simulator/faultProfiles.ts';
import type { VenueBehaviour } from '../../simulator/simulatorOptions.ts';
import { command, flag, option, repeatableOption } from '../command.ts';
import { say } from '../shell.ts';
import { balanceValue, oneOf, urlValue, wholeValue } from '../values.ts';
import { whenAborted } from '../whenAborted.ts';

export const simulator = command({
  name: 'simulator',
  about: 'Run the venue simulator until it is stopped: a living market, real matching, signed HTTP on 127.0.0.1',
  options: {
    port: option('--port <port>', 'port on 127.0.0.1; 0 takes any free one', wholeValue(0, 65_535), 0),
    seed: option('--seed <number>', 'the same seed gives the same market', wholeValue(0, 2_147_483_647), 1),
    character: option('--character <name>', 'how the market behaves', oneOf('calm', 'bursts', 'thin'), 'calm'),
    balance: repeatableOption('--balance <currency=amount>', 'opening balance; may be repeated', balanceValue),
    prefix: option('--prefix <prefix>', 'what the headers of the payment-processing interface begin with', oneOf('PROC', 'ALT'), 'PROC'),
    timeScale: option('--time-scale <times>', 'how many times faster than real time the venue runs', wholeValue(1, 100_000), 1),
    fiatNotifications: option('--fiat-notifications <url>', 'where the notifications of ViBAN deposits are posted to', urlValue),
    publicMarket: flag('--public-market', 'show pairs, statistics and books without a signature'),
    faults: option(
      '--faults <profile>',
      `what goes wrong: ${FAULT_PROFILES.map((name) => `${name} (${aboutFaults(name)})`).join('; ')}`,
      oneOf(...FAULT_PROFILES),
      'none',
    ),
    behaviour: repeatableOption(
      '--behaviour <name=value>',
      'how the venue behaves where the specification is silent, like trades=growing; may be repeated; docs/simulator.md has the list',
      (text, previous): VenueBehaviour => ({ ...(previous as VenueBehaviour | undefined), ...behaviourChoice(text) }),
    ),
    symbols: option(
      '--symbols <count>',
      'how many pairs are traded; the eighth is USDT/EUR, above that made-up ones are added',
      wholeValue(1, 999),
    ),
  },
  examples: [
    'simulator',
    'simulator --port 7718 --seed 7 --balance EUR=100000 --balance BTC=2',
    'simulator --port 0 -o json',
    'simulator --character bursts',
    'simulator --faults lossy --seed 3',
    'simulator --behaviour pageBase=1 --behaviour trades=growing',
    'simulator --symbols 200',
    'simulator --prefix ALT',
    'simulator --time-scale 60',
    'simulator --public-market',
    'simulator --fiat-notifications http://127.0.0.1:7720/notify',
  ],
  async run({ options }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { ScaledClock } = await import('../../simulator/scaledClock.ts');
    const { dec } = await import('../../base/decimal.ts');
    const { createSimulator } = await import('../../simulator/simulator.ts');
    const { serveSimulator } = await import('../../simulator/serve.ts');
    const stop = shell.stopSignal();
    const given = Object.entries(options.balance ?? {}).map(([currency, amount]) => [currency, dec(amount)] as const);
    const created = createSimulator({
      clock: new ScaledClock(systemClock, options.timeScale),
      wallClock: systemClock,
      seed: options.seed,
      ...(given.length === 0 ? {} : { balances: Object.fromEntries(given) }),
      market: { character: options.character, symbols: options.symbols },
      funding: { noticeUrl: options.fiatNotifications },
      prefix: options.prefix,
      behaviour: {
        marketData: options.publicMarket ? 'public' : 'signed',
        ...faultProfile(options.faults, options.seed),
        ...options.behaviour,
      },
    });
    if (options.faults !== 'none') say(shell, `faults ${options.faults}: ${aboutFaults(options.faults)}`);
    const served = await listening(serveSimulator(created, { port: options.port }), options.port);
    created.start();
    const { url } = served;
    const { key, secret, prefix } = created.processing;
    const { userUuid, secret: hostedSecret } = created.hostedPage;
    if (shell.options.output === 'json') {
      const processing = { url, key, secret };
      const hostedPage = { url, userUuid, secret: hostedSecret };
      const control = { url, ...created.control };
      const exchange = { url, ...created.exchange };
      shell.out.write(`${JSON.stringify({ event: 'listening', exchange, processing, hostedPage, control })}\n`);
    } else {
      say(shell, `the simulator listens on ${url}; stop it with Ctrl-C`);
      const variables = {
        EXCHANGE: { url, ...created.exchange },
        PROCESSING: { url, key, secret, prefix },
        HOSTED: { url, user: userUuid, secret: hostedSecret },
        CONTROL: { url, ...created.control },
      };
      for (const [area, values] of Object.entries(variables)) {
        for (const [name, value] of Object.entries(values)) shell.out.write(`export SLUICE_${area}_${name.toUpperCase()}=${value}\n`);
      }
    }
    await whenAborted(stop);
    created.stop();
    await served.close();
  },
});

async function listening<T>(server: Promise<T>, port: number): Promise<T> {
  try {
    return await server;
  } catch (error) {
    throw listenFault(error, port, 'usage', 'use --port 0 to take any free one');
  }
}
