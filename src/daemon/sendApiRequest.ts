import { Fault, isFault } from '../base/fault.ts';
import type { SendOptions } from '../client/call.ts';
import type { RawMethod } from '../client/interfaceClient.ts';
import { contract } from '../contract/contract.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paramsFromText } from '../contract/paramsFromText.ts';
import { type Outgoing, transferOf } from '../treasury/transferRequest.ts';
import type { TransferOptions, Transfers } from '../treasury/transfers.ts';
import { CANCEL_AGAIN } from './cancelAgain.ts';
import type { AnyCalls } from './interfaceAccount.ts';

/** A request that a person wants to send as it is: an operation of the contract with its parameters as text, or any other. */
export type ApiRequest =
  | { readonly interface: InterfaceName; readonly operation: string; readonly params: Readonly<Record<string, string>> }
  | { readonly interface: InterfaceName; readonly method: RawMethod; readonly target: string; readonly body: string | undefined };

/** The venue's answer, unchanged. */
export interface ApiReply {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/**
 * Sends a person's request once. One that takes money out of the account or asks somebody for money goes through the journal, which
 * is opened for it. Rejects with the client's own `Fault`, and with those of `Transfers`.
 */
export async function sendApiRequest(
  request: ApiRequest,
  calls: AnyCalls,
  transfersOf: (name: InterfaceName) => Promise<Transfers>,
  options: TransferOptions,
): Promise<ApiReply> {
  const outgoing = outgoingOf(request, calls);
  const transfer = transferOf(outgoing);
  if (transfer === undefined) {
    return outgoing.send({ ...options, asksTime: true }).catch((error: unknown) => {
      throw unkept(error, outgoing);
    });
  }
  return (await transfersOf(request.interface)).send(transfer, options);
}

/** What was lost is in no journal, so nobody looks for it. */
function unkept(error: unknown, { operation }: Outgoing): unknown {
  if (!isFault(error) || error.outcome !== 'unknown') return error;
  return error.told({
    stands: 'it may or may not have been done; it is in no journal, so nothing here looks for it or sends it again',
    suggestion: operation === 'orders.cancel' ? CANCEL_AGAIN : 'look at the venue what came of it before you ask again',
  });
}

function outgoingOf(request: ApiRequest, calls: AnyCalls): Outgoing {
  if ('operation' in request) {
    const { interface: name, operation } = request;
    const rows = contract[name];
    if (!Object.hasOwn(rows, operation)) throw new Fault('usage', `the contract has no operation ${name}.${operation}`);
    const prepared = calls.prepare(operation, paramsFromText(operation, rows[operation]!, request.params));
    const { method, path, body } = prepared;
    const send = async (options: SendOptions): Promise<ApiReply> => {
      const { bytes, status } = await calls.send(prepared, options);
      return { bytes, status };
    };
    return { interface: name, operation, method, path, body, send };
  }
  const { interface: name, method, target, body = '' } = request;
  const send = async (options: SendOptions): Promise<ApiReply> => {
    const { body: bytes, status } = await calls.raw(method, target, body, options);
    return { bytes, status };
  };
  return { interface: name, operation: undefined, method, path: target.split('?', 1)[0]!, body, send };
}
