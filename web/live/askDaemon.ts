import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { ControlArgs } from '../../src/control/contract/controlRequests.ts';
import { controlRows, controlTarget, type ControlName as Row } from '../../src/control/contract/controlRows.ts';
import { faultOfAnswer } from '../pure/faultOfAnswer.ts';
import { keyHeader } from './sessionKey.ts';

/** Asks the daemon, by a row of the control interface. Rejects with the daemon's own words. */
export async function ask<N extends Row>(name: N, args: ControlArgs<N>, signal?: AbortSignal): Promise<ControlReply<N>> {
  const { target, body } = controlTarget(name, args);
  const answer = await fetch(`/api${target}`, {
    method: controlRows[name].method,
    headers: { ...keyHeader(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'same-origin',
    redirect: 'error',
    cache: 'no-store',
  });
  const text = await answer.text();
  if (!answer.ok) throw faultOfAnswer(answer.status, text);
  return JSON.parse(text) as ControlReply<N>;
}
