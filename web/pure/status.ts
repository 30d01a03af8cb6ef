import type { ControlReply } from '../../src/control/contract/controlReplies.ts';

/** What the daemon tells of itself, as it comes over the wire: money is text. */
export type Status = ControlReply<'status'>;
