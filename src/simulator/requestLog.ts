import type { Instant } from '../base/instant.ts';
import { MOST_REMEMBERED, remember } from './remember.ts';

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

/** Every POST and DELETE, oldest first, whatever its outcome. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly #most: number;

  constructor(most = MOST_REMEMBERED) {
    this.#most = most;
  }

  add(logged: LoggedRequest): LoggedRequest {
    remember(this.requests, logged, this.#most);
    return logged;
  }
}
