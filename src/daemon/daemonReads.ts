import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import { assertApiMayLeave, movesTrading } from './assertApiMayLeave.ts';
import type { FillLog } from '../model/journal.ts';
import type { Daemon } from './daemon.ts';
import type { PaperAccount } from './paper/paperAccount.ts';
import { paperRead } from './paper/paperReads.ts';
import { readParameters } from './readParameters.ts';
import type { DaemonRecording } from './recorder/daemonRecording.ts';
import type { ApiReply, ApiRequest } from './sendApiRequest.ts';
import type { VenueAccess } from './venueAccess.ts';

interface DaemonReadsOptions {
  readonly daemon: Pick<Daemon, 'trader' | 'interfaces' | 'newId'>;
  readonly fillLog: FillLog;
  readonly access: Pick<VenueAccess, 'client'>;
  readonly recording: DaemonRecording | undefined;
  /** Undefined but in paper mode, and there before it begins. */
  readonly paper: () => PaperAccount | undefined;
}

/** What people ask the venue through a running daemon: with its key, and out of its rate budget. */
export class DaemonReads {
  readonly #options: DaemonReadsOptions;

  constructor(options: DaemonReadsOptions) {
    this.#options = options;
  }

  /** `params` is JSON with every value as text. */
  async read(operation: ExchangeOperation, params: string): Promise<Uint8Array> {
    const { access, recording, paper, daemon, fillLog } = this.#options;
    const parameters = readParameters(operation, params);
    const get = async (): Promise<Uint8Array> => {
      const account = paper();
      const rest = { orders: () => daemon.trader.snapshot().orders, newId: () => daemon.newId() };
      const answered = account && (await paperRead(operation, parameters, { account, fillLog, ...rest }));
      return answered ?? (await access.client.fetchBytes(operation, parameters)).body;
    };
    return operation === 'quotes.request' && recording !== undefined ? recording.quote(parameters, get) : get();
  }

  /** Sends a request as it is. `gone` says that nobody waits for it any more. */
  async call(request: ApiRequest, gone: AbortSignal): Promise<ApiReply> {
    const { daemon, recording } = this.#options;
    // It may wait long for its turn, and trading may be stopped meanwhile.
    const assertNotStopped = (): void => assertApiMayLeave(request, daemon.trader.snapshot().stops);
    assertNotStopped();
    const send = (): Promise<ApiReply> =>
      daemon.interfaces.clients.call(request, gone, movesTrading(request) ? assertNotStopped : undefined);
    if (!('operation' in request) || request.operation !== 'quotes.request' || recording === undefined) return send();
    let reply: ApiReply | undefined;
    await recording.quote(readParameters('quotes.request', JSON.stringify(request.params)), async () => (reply = await send()).bytes);
    return reply!;
  }
}
