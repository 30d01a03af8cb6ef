import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { ControlArgs } from '../../src/control/contract/controlRequests.ts';
import type { ControlName as Row } from '../../src/control/contract/controlRows.ts';
import { failureText } from '../pure/faultOfAnswer.ts';
import { endedText, resumedText } from '../pure/resumedText.ts';
import { ask } from './askDaemon.ts';
import { say, sayFailure } from './said.ts';

/** What a person does on the page. Each says what came of it, and whether it was done; nothing is repeated by itself. */
async function act<N extends Row>(
  name: N,
  args: ControlArgs<N>,
  doing: string,
  done: string | ((answer: ControlReply<N>) => string),
): Promise<boolean> {
  say(`${doing} …`);
  try {
    const answer = await ask(name, args);
    say(typeof done === 'string' ? done : done(answer));
    return true;
  } catch (error) {
    sayFailure(`${doing}: ${failureText(error)}`);
    return false;
  }
}

type StopScope = ControlArgs<'trading.resume'>;

/** `all`, or the name of a strategy or a symbol. */
function scopeOf(name: string): StopScope {
  if (name === 'all') return { of: 'all', name: '' };
  return { of: name.includes('/') ? 'symbol' : 'strategy', name };
}

export function stopTrading(scope: string, state: 'halted' | 'reducing', orders: 'keep' | 'cancel' | 'close'): void {
  const what = scope === 'all' ? 'all trading' : scope;
  const doing = orders === 'close' ? `Flattening ${what}` : `Stopping ${what}`;
  const args = { scope: scopeOf(scope), state, orders, reason: 'a person asked for it on the dashboard' };
  void act('trading.stop', args, doing, ({ forgotten }) => `${what} is stopped${forgotten ? '' : ', over restarts too'}`);
}

export function lift(scope: string): void {
  const what = scope === 'all' ? 'all trading' : scope;
  void act('trading.resume', scopeOf(scope), `Arming ${what}`, (answer) => resumedText(what, answer));
}

export function tellStrategy(name: string, verb: 'pause' | 'resume' | 'stop'): void {
  const doing = { pause: 'Pausing', resume: 'Resuming', stop: 'Stopping' }[verb];
  const done = { pause: 'is paused', resume: 'goes on', stop: 'is stopped' }[verb];
  void act('strategies.tell', { name, verb }, `${doing} ${name}`, ({ state }) => {
    return verb !== 'stop' && state === 'stopped' ? endedText(name) : `${name} ${done}`;
  });
}

export function cancelOrder(orderId: string, symbol: string): void {
  void act('ask', { type: 'cancel', orderId, symbol }, `Canceling ${orderId}`, `The cancel of ${orderId} was sent`);
}

export function cancelAll(symbol: string | undefined): void {
  const what = symbol === undefined ? 'all orders' : `all orders of ${symbol}`;
  void act('orders.cancel', symbol === undefined ? {} : { symbol }, `Canceling ${what}`, `The cancels of ${what} were sent`);
}

export function resolveIntent(
  id: string,
  verdict: { readonly type: 'not-placed' } | { readonly type: 'adopt'; readonly venueId: string },
): void {
  void act('intents.resolve', { id, ...verdict }, `Deciding ${id}`, `${id} is decided: ${verdict.type}`);
}

export function decideRefusal(id: string, verdict: 'revoke' | 'allow'): void {
  void act(
    'refusals.decide',
    { id, verdict },
    `Telling refusal ${id}`,
    verdict === 'revoke' ? `${id} no longer counts` : `${id} may be learned again`,
  );
}

type SimulatorChange = Exclude<Extract<Row, `simulator.${string}`>, 'simulator.show'>;

/** Does something to the simulator inside the daemon; it says itself what that was. */
export function toSimulator<N extends SimulatorChange>(name: N, args: ControlArgs<N>, doing: string): void {
  void act<SimulatorChange>(name, args, doing, ({ done }) => `Done: ${done}`);
}

/** Writes parameters of a strategy into the daemon's file and puts them into force; `digest` is that of the plan. */
export function applyParams(args: ControlArgs<'params.apply'>): Promise<boolean> {
  return act('params.apply', args, `Changing ${args.name}`, ({ file }) => `${args.name} has its new parameters, and ${file} has them too`);
}
