import type { TransportRequest } from '../../src/client/transport.ts';
import type { LoggedRequest } from '../../src/simulator/requestLog.ts';
import { partsOf } from '../../src/simulator/http/httpCall.ts';
import type { Disk } from './disk.ts';
import type { Fate } from './fate.ts';
import { type Asked, askedOf } from './operations.ts';
import { NEGATIVE } from './intentCheck.ts';
import type { Violations } from './violations.ts';

/** One request that moves orders or money, as it left the process, and what it did at the venue. */
export interface Send {
  readonly intentId: string | undefined;
  readonly asked: Asked;
  readonly body: string;
  readonly atMs: number;
  readonly fate: Fate;
  /** Each copy of it that the venue got. */
  readonly arrivals: LoggedRequest[];
}

/**
 * Looks at every request between process and network. Invariant 1: an intent puts at most one request on the wire. Invariant 2: no
 * first byte before its row is on the disk.
 */
export class Wire {
  readonly #disk: Disk;
  readonly #violations: Violations;
  readonly #byRequest = new Map<TransportRequest, Send>();
  readonly sends: Send[] = [];
  /** The intents that were sent. */
  readonly #sent = new Map<string, Send>();
  /** By the venue's id, the request that made the order. */
  readonly makers = new Map<string, Send>();

  constructor(disk: Disk, violations: Violations) {
    this.#disk = disk;
    this.#violations = violations;
  }

  sendOf(intentId: string): Send | undefined {
    return this.#sent.get(intentId);
  }

  /** To be called before the first byte leaves. Undefined for what moves nothing. */
  leave(request: TransportRequest, asked: Asked, fate: Fate, atMs: number): Send | undefined {
    if (asked.kind === undefined) return undefined;
    if (!request.fresh && asked.kind !== 'cancel')
      this.#violations.add(1, `${asked.operation} goes over a connection that may have carried something before`);
    const body = Buffer.from(request.body ?? '').toString();
    const intentId = this.#rowOf(asked, body);
    const send: Send = { intentId, asked, body, atMs, fate, arrivals: [] };
    this.sends.push(send);
    this.#byRequest.set(request, send);
    if (intentId === undefined) {
      const isKnown = this.sends.some((other) => other !== send && other.body === body && other.asked.targetId === asked.targetId);
      this.#violations.add(
        isKnown ? 1 : 2,
        `${asked.operation} ${asked.targetId ?? ''} ${body} leaves ${isKnown ? 'again' : 'before its row is on the disk'}`,
      );
    } else {
      this.#sent.set(intentId, send);
    }
    return send;
  }

  /** A copy has reached the venue, which logged it. */
  arrive(request: TransportRequest, logged: LoggedRequest | undefined): Send | undefined {
    const send = this.#byRequest.get(request);
    if (send === undefined || logged === undefined) return send;
    send.arrivals.push(logged);
    const { venueId, appliedAt } = logged;
    if (appliedAt !== undefined && venueId !== undefined && send.asked.kind !== 'convert' && !this.makers.has(venueId)) {
      this.makers.set(venueId, send);
    }
    if (appliedAt !== undefined) this.#assertStillOpen(send);
    return send;
  }

  /** Invariant 10: what the venue carries out may not have been taken for something that never was. */
  #assertStillOpen({ intentId, asked, fate }: Send): void {
    if (intentId === undefined || fate.againMs !== undefined) return;
    const state = this.#disk.read<{ state: string }>('SELECT state FROM intent WHERE id = ?', intentId)[0]?.state;
    if (state !== undefined && NEGATIVE.has(state)) {
      this.#violations.add(10, `the ${asked.kind} ${intentId} is carried out, and was taken for ${state} before`);
    }
  }

  /** The journal's row of a request that is about to leave: of this kind and body, being sent, and not sent before. */
  #rowOf({ kind, targetId }: Asked, body: string): string | undefined {
    const rows = this.#disk.read<{ id: string }>(
      "SELECT id FROM intent WHERE state = 'sending' AND kind = ?1 AND body = ?2 AND (?3 IS NULL OR target_id = ?3) ORDER BY created_at, id",
      kind!,
      body,
      targetId ?? null,
    );
    return rows.find(({ id }) => !this.#sent.has(id))?.id;
  }
}

export function askedBy({ method, url }: TransportRequest): Asked {
  return askedOf(method, partsOf(url).path);
}
