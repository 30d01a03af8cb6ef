import { contract } from '../contract/contract.ts';
import { takesMoneyOut, trades } from '../treasury/takesMoneyOut.ts';
import type { ApiRequest } from './sendApiRequest.ts';

/** A person's request that has to be agreed to. */
export interface Mover {
  /** How it is called. */
  readonly what: string;
  /** Whether it trades. Any other takes money out of the account, or decides what becomes of it. */
  readonly trades: boolean;
}

/** Undefined for a request that does neither. */
export function moverOf(request: ApiRequest): Mover | undefined {
  const isNamed = 'operation' in request;
  const row = isNamed ? contract[request.interface][request.operation] : undefined;
  const [method, target] = isNamed ? [row?.method ?? 'POST', row?.path ?? ''] : [request.method, request.target];
  const path = target.split('?', 1)[0]!;
  const operation = isNamed ? request.operation : undefined;
  const body = isNamed ? '' : (request.body ?? '');
  const looked = { interface: request.interface, operation, method, path, body };
  const what = isNamed ? `${request.interface}.${request.operation}` : `${method} ${path}`;
  if (trades(looked)) return { what, trades: true };
  return takesMoneyOut(looked) ? { what, trades: false } : undefined;
}

/** How a person's request is called that takes money out of the account, or decides what becomes of it. Undefined for all others. */
export function takesOut(request: ApiRequest): string | undefined {
  const mover = moverOf(request);
  return mover?.trades === false ? mover.what : undefined;
}
