import { Fault } from '../base/fault.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { EmbeddedSimulator } from '../simulator/embeddedSimulator.ts';
import type { SimulatorDeed } from './contract/simulatorView.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import type { ControlName } from './contract/controlRows.ts';
import { whyNoSimulator } from './simulatorReads.ts';

type SimulatorName = Exclude<Extract<ControlName, `simulator.${string}`>, 'simulator.show'>;

/**
 * The rows that change the simulator inside the daemon. They reach it through the daemon's own simulator and nothing else, so a daemon
 * on any other venue has nothing that they could act on. Whatever is done is written to the event log.
 */
export function simulatorHandlers(daemon: Daemon): ControlHandlers<SimulatorName> {
  const act = (deed: (simulator: EmbeddedSimulator) => string): SimulatorDeed => {
    const done = deed(simulatorOf(daemon));
    daemon.history.lines.write('warn', 'simulator', `simulator: ${done}`);
    return { done };
  };
  return {
    'simulator.faults': ({ profile }) => act((simulator) => simulator.chooseFaults(profile)),
    'simulator.strike': ({ operation, strike }) => act((simulator) => simulator.strike(operation, strike)),
    'simulator.price': ({ currency, percent }) => act((simulator) => simulator.movePrice(currency, percent)),
    'simulator.deposit': ({ currency, amount }) => act((simulator) => simulator.deposit(currency, amount)),
    'simulator.lend': ({ currency, amount }) => act((simulator) => simulator.lend(currency, amount)),
    'simulator.hold': ({ kind, isHeld }) => act((simulator) => simulator.hold(kind, isHeld)),
    'simulator.decide': ({ id, decision }) => act((simulator) => simulator.decide(id, decision)),
    'simulator.networkFee': ({ currency, network, fee }) => act((simulator) => simulator.changeNetworkFee(currency, network, fee)),
    'simulator.notify': ({ url }) => act((simulator) => simulator.notifyFiatDeposits(url)),
  };
}

function simulatorOf(daemon: Pick<Daemon, 'simulator' | 'world' | 'venue'>): EmbeddedSimulator {
  if (daemon.simulator !== undefined) return daemon.simulator;
  throw new Fault('refused', whyNoSimulator(daemon), { suggestion: 'the demo has one: `sluice run` in a folder of its own' });
}
