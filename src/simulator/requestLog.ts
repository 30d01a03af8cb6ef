import type { Instant } from '../base/instant.ts';

/** A request that could change something, as the venue saw it: the truth that tests compare with. */
export interface LoggedRequest {
  /** The name of the row in the contract table. */
  readonly operation: string;
  readonly method: string;
  /** As sent, without the query string. */
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly receivedAt: Instant;
  /** When it took effect; absent as long as it has not. */
  appliedAt: Instant | undefined;
  /** The order or conversion that resulted from it. */
  venueId: string | undefined;
  /** The status of the answer; absent when there was no answer. */
  status: number | undefined;
}

/** More than any test makes. The oldest are forgotten: each keeps its body. */
const MOST_REQUESTS = 100_000;

/** Every POST and DELETE, oldest first, whatever its outcome. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];

  add(logged: LoggedRequest): LoggedRequest {
    this.requests.push(logged);
    if (this.requests.length > MOST_REQUESTS) this.requests.splice(0, MOST_REQUESTS / 10);
    return logged;
  }
}
