/** The daemon's refusal, in its own words. */
export class DaemonFault extends Error {
  readonly status: number;
  /** What to do about it, where the daemon knows. */
  readonly suggestion: string | undefined;

  constructor(status: number, message: string, suggestion: string | undefined) {
    super(message);
    this.name = 'DaemonFault';
    this.status = status;
    this.suggestion = suggestion;
  }
}

/** Whether the daemon wants a token first. */
export function isLocked(error: unknown): boolean {
  return error instanceof DaemonFault && error.status === 401;
}

/** The fault in an answer that is none of 200. An answer that can't be read becomes one that says so. */
export function faultOfAnswer(status: number, text: string): DaemonFault {
  const fault = faultIn(text);
  const message = fault?.message ?? `the daemon answered with status ${status}`;
  return new DaemonFault(status, message, fault?.suggestion);
}

function faultIn(text: string): { readonly message?: string; readonly suggestion?: string } | undefined {
  try {
    return (JSON.parse(text) as { readonly fault?: { readonly message?: string; readonly suggestion?: string } } | null)?.fault;
  } catch {
    return undefined;
  }
}

/** An error as a sentence for people. */
export function failureText(error: unknown): string {
  if (error instanceof DaemonFault) return error.suggestion === undefined ? error.message : `${error.message}. ${error.suggestion}`;
  if (error instanceof TypeError) return 'the daemon gave no answer; what came of it is not known';
  return error instanceof Error ? error.message : String(error);
}
