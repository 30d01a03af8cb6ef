/** A call that is about to be answered, as shown to whatever decides what goes wrong with it. */
export interface FaultedCall {
  /** The name of the row in the contract table, like `orders.place`. */
  readonly operation: string;
  readonly method: string;
  /** As sent, without the query string. */
  readonly path: string;
  readonly body: string;
  /** Counts the authenticated calls of this simulator from 0. */
  readonly index: number;
}

export type CallFault =
  /** There is no answer, and nothing happens. The connection is closed after `ms`. */
  | { readonly kind: 'drop-before'; readonly ms?: number | undefined }
  /** There is no answer, but the request is carried out, at once or `applyAfterMs` later. The connection is closed after `ms`. */
  | { readonly kind: 'drop-after'; readonly ms?: number | undefined; readonly applyAfterMs?: number | undefined }
  /** The request is carried out at once (`first`, the default) or at the end (`last`), and answered after `ms`. */
  | { readonly kind: 'delay'; readonly ms: number; readonly apply?: 'first' | 'last' | undefined }
  /** This answer is given instead; without a `body`, with the one that the documents give to a 404 or a 500. `apply` says whether the request is carried out; if so, at once or `applyAfterMs` later. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string | undefined;
      readonly apply: boolean;
      readonly applyAfterMs?: number | undefined;
    }
  /** The request is carried out, and the answer's body is replaced. */
  | { readonly kind: 'garble'; readonly body: string };

/** The caller gets no answer. In process the promise rejects with this; over HTTP the socket is destroyed. */
export class ConnectionDropped extends Error {
  constructor() {
    super('the connection was dropped before an answer');
    this.name = 'ConnectionDropped';
  }
}
