import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import type { Check } from './check.ts';
import { bad, type Finding, look, suggestionOf } from './finding.ts';

/** A finding with the check that it is of. */
export interface Examined extends Finding {
  readonly check: string;
}

/** Runs all checks at once, each within its own time, so that none delays another. The findings are in the order of the checks. */
export async function examine<Context extends { readonly clock: Clock }>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<readonly Examined[]> {
  const all = await Promise.all(
    checks.map(async (check) => (await inTime(check, context)).map((found) => ({ check: check.name, ...found }))),
  );
  return all.flat();
}

async function inTime<Context extends { readonly clock: Clock }>(check: Check<Context>, context: Context): Promise<readonly Finding[]> {
  const timeIsUp = new AbortController();
  const patience = new AbortController();
  const found = looked(check, context, timeIsUp.signal);
  const late = sleep(context.clock, check.withinMs, patience.signal).then(
    () => [look(`not over within ${durationText(check.withinMs)}, and given up`, `sluice doctor`)],
    () => [],
  );
  const findings = await Promise.race([found, late]);
  patience.abort();
  timeIsUp.abort();
  return findings;
}

/** Never rejects: nobody may wait for it any more. */
async function looked<Context>(check: Check<Context>, context: Context, timeIsUp: AbortSignal): Promise<readonly Finding[]> {
  try {
    return await check.look(context, timeIsUp);
  } catch (error) {
    return [bad(messageOf(error), suggestionOf(error))];
  }
}
