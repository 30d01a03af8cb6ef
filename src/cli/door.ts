import type { ApiReply, ApiRequest } from '../daemon/sendApiRequest.ts';

/** The one way by which a command sends requests to an interface of the venue. */
export interface InterfaceDoor {
  /** Whether the venue's address is not on this machine. */
  readonly isRemote: boolean;
  /** Sends it once. What moves money in or out is journalled first. `changes`: it may change something at the venue. */
  send(request: ApiRequest, changes: boolean): Promise<ApiReply>;
}
