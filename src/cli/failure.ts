import { CommanderError } from 'commander';
import { AssertionFault } from '../base/assert.ts';
import { Fault, type FileProblem, messageOf } from '../base/fault.ts';
import { verdictOf } from './verdict.ts';
import type { GuardedIo } from './outputGuard.ts';
import type { Format } from './shell.ts';

/**
 * Prints to stderr what failed, how things stand now and what to do. With `-o json` this is one line of JSON whose `error` is a
 * stable code. Returns the exit code. `command` is what was asked for, such as `orders list`, or empty; `advice` is what to do where the
 * error alone does not say it.
 */
export function reportFailure(error: unknown, io: GuardedIo, format: Format, command = '', advice?: string): number {
  const fault = faultOf(error);
  const verdict = verdictOf(fault);
  const isOfCommand = fault.code === 'usage' && command !== '';
  const suggestion = fault.suggestion ?? advice ?? (isOfCommand ? `\`sluice ${command} --help\` says what it takes` : verdict.suggestion);
  if (format === 'json' || format === 'ndjson') {
    const { code, message, retryable, traceId, problems } = fault;
    const outcome = fault.outcome ?? null;
    io.err.write(
      `${JSON.stringify({ error: code, message, outcome, retryable, suggestion, traceId, problems: problems?.map(shownProblem) })}\n`,
    );
  } else {
    io.err.write(`error: ${fault.message}\n  now: ${verdict.state}\n   do: ${suggestion}\n`);
    if (fault.code === 'internal' && io.env['SLUICE_DEBUG']) io.err.write(`${stackOf(error)}\n`);
  }
  return verdict.exit;
}

/** What is not given is null, so that all have the same members. */
function shownProblem({ line, column, value, message }: FileProblem): object {
  return { line, column: column ?? null, value: value ?? null, message };
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof CommanderError) return new Fault('usage', usageMessage(error));
  const what = error instanceof AssertionFault ? 'the program is wrong' : 'unexpected failure';
  return new Fault('internal', `${what}: ${messageOf(error)}`, {
    cause: error,
    suggestion: 'run it again with SLUICE_DEBUG=1 and report what it prints',
  });
}

function usageMessage(error: CommanderError): string {
  if (error.code === 'commander.help') return 'a command is missing';
  return error.message.replace(/^error: /, '').trim();
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
