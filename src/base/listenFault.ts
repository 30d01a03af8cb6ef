import { Fault, type FaultCode, messageOf } from './fault.ts';

/**
 * The fault of a server that can't have its port. It replaces the error of the system, since a taken port is not a fault of the
 * program.
 */
export function listenFault(error: unknown, port: number, code: FaultCode, suggestion: string): Fault {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = isTaken ? `port ${port} is taken` : `can't listen on port ${port}: ${messageOf(error)}`;
  return new Fault(code, message, { suggestion, cause: error });
}
