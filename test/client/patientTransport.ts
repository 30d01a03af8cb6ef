import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { Transport } from '../../src/client/transport.ts';

/** On a machine that runs several tests at once, a socket may not be written within the time that requests for money allow. */
const WRITE_WITHIN_MS = 30_000;

/** Real HTTP, for tests that are not about time. */
export function patientTransport(): Transport {
  const transport = createHttpTransport();
  return {
    send: (request) => transport.send(request.writeWithinMs === undefined ? request : { ...request, writeWithinMs: WRITE_WITHIN_MS }),
    close: () => transport.close(),
  };
}
