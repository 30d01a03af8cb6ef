import { batch } from '@preact/signals';
import { contactFailed, contactHeard, contactLocked, LOST_AFTER_MS, TRY_AGAIN_MS } from '../pure/contact.ts';
import { eventStreamReader, type StreamMessage } from '../pure/eventStream.ts';
import { failureText, faultOfAnswer, isLocked } from '../pure/faultOfAnswer.ts';
import { toldAfter } from '../pure/toldAfter.ts';
import { addressOf, tokenOf } from '../pure/routes.ts';
import { steadyNow } from './now.ts';
import { sayFailure } from './said.ts';
import { openSession, readSession } from './session.ts';
import { keyHeader } from './sessionKey.ts';
import { contact, isReadOnly, told, toldAt } from './told.ts';

/** Why the page itself gives a line up. */
const NOT_HEARD = `It said nothing for ${LOST_AFTER_MS / 1000} s: it hangs, or the network does`;

/** The number of the last message, with which the stream goes on after a cut. */
let seen: string | undefined;

/** Holds the line to the daemon, for as long as the page is open. A cut heals by itself, and nothing that was missed is left out. */
export async function holdLine(): Promise<never> {
  await useToken();
  // A link that is opened where somebody is in already counts, too.
  addEventListener('hashchange', () => void useToken());
  for (;;) {
    try {
      await listen();
    } catch (error) {
      contact.value = isLocked(error) ? contactLocked(contact.value) : contactFailed(contact.value, failureText(error));
    }
    await later(TRY_AGAIN_MS);
  }
}

/** The token of an address counts once, so it is taken out of the address before it is used. */
async function useToken(): Promise<void> {
  const token = tokenOf(location.hash);
  if (token === undefined) return;
  history.replaceState(null, '', addressOf({ page: 'overview' }));
  try {
    await openSession(token);
    await lookWhoIsIn();
  } catch (error) {
    sayFailure(failureText(error));
  }
}

async function lookWhoIsIn(): Promise<void> {
  isReadOnly.value = (await readSession()).isReadOnly;
}

/** Listens until the line is cut, by the network or because nothing has been heard for too long. */
async function listen(): Promise<void> {
  const end = new AbortController();
  let heardAt = steadyNow();
  const watch = setInterval(() => {
    if (steadyNow() - heardAt > LOST_AFTER_MS) end.abort(new Error(NOT_HEARD));
  }, TRY_AGAIN_MS);
  try {
    const answer = await fetch('/api/events', {
      headers: { ...keyHeader(), ...(seen === undefined ? {} : { 'last-event-id': seen }) },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: end.signal,
    });
    if (!answer.ok || answer.body === null) throw faultOfAnswer(answer.status, await answer.text());
    await lookWhoIsIn();
    const read = eventStreamReader();
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await pieces.read();
      if (done) throw new Error('the daemon has ended the stream');
      heardAt = steadyNow();
      take(read(value), heardAt);
    }
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    clearInterval(watch);
    end.abort();
  }
}

/** Everything of one piece is shown at once. */
function take(messages: readonly StreamMessage[], at: number): void {
  batch(() => {
    for (const message of messages) {
      if (message.event === 'snapshot' || message.event === 'status') toldAt.value = at;
      told.value = toldAfter(told.value, message);
      seen = message.id ?? seen;
    }
    contact.value = contactHeard(contact.value, at);
  });
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
