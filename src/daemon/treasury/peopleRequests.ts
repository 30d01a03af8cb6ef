import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { stringifyJson } from '../../base/json.ts';
import { contract } from '../../contract/contract.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { TRANSFERS } from '../../treasury/transferKinds.ts';
import type { ApiReply, ApiRequest } from '../sendApiRequest.ts';
import { takesOut } from '../takesOut.ts';
import { assertNotPast } from './goesPastPolicy.ts';

export interface PeopleRequestsOptions {
  readonly store: Pick<TreasuryStore, 'policies' | 'lostPolicy' | 'note'>;
  readonly clock: Clock;
  /** Sends it once, through the journal of its account where it is a transfer. `gone` says that nobody waits for it any more. */
  readonly send: (request: ApiRequest, gone: AbortSignal) => Promise<ApiReply>;
}

/** The venue's answer as it crosses a socket. */
export interface CrossedReply {
  readonly status: number;
  /** In base64. */
  readonly body: string;
}

const words = z.string().min(1).max(1000);
const name = z.enum(['exchange', 'processing', 'hostedPage']);

/** A request of a person at one of the treasury's accounts. */
export const peopleRequest = z.union([
  z.strictObject({ interface: name, operation: words, params: z.record(z.string(), z.string()) }),
  z.strictObject({ interface: name, method: z.enum(['GET', 'POST', 'PUT', 'DELETE']), target: words, body: z.string().optional() }),
]);

/**
 * Sends what people ask of an account whose journal the treasury has: payments that are asked for, pages, deposits, reads. What takes money out is
 * refused where a policy is in force, since it has commands that ask the policy. What changes something has a row in the audit log before it is sent, and
 * another one that says what came of it.
 */
export function peopleRequests({
  store,
  clock,
  send,
}: PeopleRequestsOptions): (request: unknown, who: string, gone?: AbortSignal) => Promise<CrossedReply> {
  return async (text, who, gone = new AbortController().signal) => {
    const request = requestOf(text);
    const what = takesOut(request);
    if (what !== undefined) await assertNotPast(store, clock.now(), what);
    if (!changes(request)) return crossed(await send(request, gone));
    const note = { who, what: 'request.sent', subject: nameOf(request), evidence: evidenceOf(request) };
    await store.note(clock.now(), { ...note, before: '', after: 'sending' });
    let reply: ApiReply;
    try {
      reply = await send(request, gone);
    } catch (error) {
      await store.note(clock.now(), {
        ...note,
        before: 'sending',
        after: `${outcomeOf(error)}: ${messageOf(error)}`.slice(0, MOST_CHARACTERS),
      });
      throw error;
    }
    try {
      await store.note(clock.now(), { ...note, before: 'sending', after: `answered with ${reply.status}` });
    } catch (error) {
      throw new Fault(
        'unknown-outcome',
        `${note.subject} was answered with ${reply.status}, and that could not be written down: ${messageOf(error)}`,
        {
          outcome: 'unknown',
          cause: error,
          suggestion: 'it was sent: do not ask for it again; make room for the audit log',
        },
      );
    }
    return crossed(reply);
  };
}

const MOST_CHARACTERS = 300;

function requestOf(text: unknown): ApiRequest {
  const request = peopleRequest.parse(text);
  return 'operation' in request ? request : { ...request, body: request.body };
}

function changes(request: ApiRequest): boolean {
  if (!('operation' in request)) return request.method !== 'GET';
  return contract[request.interface][request.operation]?.repeat !== 'read';
}

function nameOf(request: ApiRequest): string {
  return 'operation' in request
    ? `${request.interface}.${request.operation}`
    : `${request.interface} ${request.method} ${request.target.split('?', 1)[0]!}`;
}

/** By what it is found again, and the hash of what was asked: the rest may be about people, and stands in the journal. */
function evidenceOf(request: ApiRequest): string {
  const hash = createHash('sha256')
    .update('operation' in request ? stringifyJson(request.params) : (request.body ?? ''))
    .digest('hex');
  const field = TRANSFERS[nameOf(request)]?.reference?.field;
  const reference = field === undefined || !('operation' in request) ? undefined : request.params[field];
  return `${reference === undefined ? '' : `${field} ${reference}, `}sha256 ${hash}`;
}

function outcomeOf(error: unknown): string {
  return isFault(error) ? (error.outcome ?? error.code) : 'internal';
}

function crossed({ status, bytes }: ApiReply): CrossedReply {
  return { status, body: Buffer.from(bytes).toString('base64') };
}

/** By interface, a name of the account that two processes can compare. Null where none is named. */
export type AccountNames = Readonly<Record<InterfaceName, string | null>>;
