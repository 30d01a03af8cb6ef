import { contract } from '../contract/contract.ts';
import { takesMoneyOut } from '../treasury/takesMoneyOut.ts';
import type { ApiRequest } from './sendApiRequest.ts';

/** How a person's request is called that takes money out of the account, or decides what becomes of it. Undefined for all others. */
export function takesOut(request: ApiRequest): string | undefined {
  const isNamed = 'operation' in request;
  const row = isNamed ? contract[request.interface][request.operation] : undefined;
  const [method, target] = isNamed ? [row?.method ?? 'POST', row?.path ?? ''] : [request.method, request.target];
  const path = target.split('?', 1)[0]!;
  const operation = isNamed ? request.operation : undefined;
  const body = isNamed ? '' : (request.body ?? '');
  if (!takesMoneyOut({ interface: request.interface, operation, method, path, body })) return undefined;
  return isNamed ? `${request.interface}.${request.operation}` : `${method} ${path}`;
}
