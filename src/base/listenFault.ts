import { Fault, type FaultCode, messageOf } from './fault.ts';

/** A port that a server can't have is no fault of the program: what to say instead of what the system threw. */
export function listenFault(error: unknown, port: number, code: FaultCode, suggestion: string): Fault {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = isTaken ? `port ${port} is taken` : `can't listen on port ${port}: ${messageOf(error)}`;
  return new Fault(code, message, { suggestion, cause: error });
}
