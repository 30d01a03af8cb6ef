/** A call about to be answered, for those who decide what goes wrong with it. */
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
  /** No answer, and nothing happens. The connection goes after `ms`. */
  | { readonly kind: 'drop-before'; readonly ms?: number | undefined }
  /** No answer, but it happens: at once, or so much later. The connection goes after `ms`. */
  | { readonly kind: 'drop-after'; readonly ms?: number | undefined; readonly applyAfterMs?: number | undefined }
  /** It happens at once (`first`, the default) or at the end (`last`), and is answered after `ms`. */
  | { readonly kind: 'delay'; readonly ms: number; readonly apply?: 'first' | 'last' | undefined }
  /** This answer instead. It happens or not; `applyAfterMs` later if given. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string | undefined;
      readonly apply: boolean;
      readonly applyAfterMs?: number | undefined;
    }
  /** It happens; the answer's body is replaced. */
  | { readonly kind: 'garble'; readonly body: string };

/** The caller gets no answer: in process the promise rejects with this, over HTTP the socket is destroyed. */
export class ConnectionDropped extends Error {
  constructor() {
    super('the connection was dropped before an answer');
    this.name = 'ConnectionDropped';
  }
}
