import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { Transport } from '../../src/client/transport.ts';

/** A machine that runs several tests at once may not get to a socket within the time in which a request for money must be written. */
const WRITE_WITHIN_MS = 30_000;

/** Real HTTP, for tests that are not about time. */
export function patientTransport(): Transport {
  const transport = createHttpTransport();
  return {
    send: (request) => transport.send(request.writeWithinMs === undefined ? request : { ...request, writeWithinMs: WRITE_WITHIN_MS }),
    close: () => transport.close(),
  };
}
