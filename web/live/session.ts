import { faultOfAnswer } from '../pure/faultOfAnswer.ts';
import { keepKey, keyHeader } from './sessionKey.ts';

/** What the daemon says of this browser's session. */
export interface Session {
  readonly isReadOnly: boolean;
  readonly expiresAt: string;
}

/** Gives a one-time token for a session, which the browser keeps as a cookie that no script can read; its key is kept here. */
export async function openSession(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { key } = await askSession<Session & { readonly key: string }>({ method: 'POST', body: JSON.stringify({ token }), headers });
  keepKey(key);
}

/** The session that is open. Rejects when there is none. */
export function readSession(): Promise<Session> {
  return askSession<Session>({ method: 'GET', headers: keyHeader() });
}

async function askSession<T>(request: RequestInit): Promise<T> {
  const answer = await fetch('/api/session', { ...request, credentials: 'same-origin', cache: 'no-store', redirect: 'error' });
  const text = await answer.text();
  if (!answer.ok) throw faultOfAnswer(answer.status, text);
  return JSON.parse(text) as T;
}
