import { faultOfAnswer } from '../pure/faultOfAnswer.ts';

/** What the daemon says of this browser's session. */
export interface Session {
  readonly isReadOnly: boolean;
  readonly expiresAt: string;
}

/** Gives a one-time token for a session, which the browser keeps as a cookie that no script can read. */
export function openSession(token: string): Promise<Session> {
  return askSession({ method: 'POST', body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' } });
}

/** The session that is open. Rejects when there is none. */
export function readSession(): Promise<Session> {
  return askSession({ method: 'GET' });
}

async function askSession(request: RequestInit): Promise<Session> {
  const answer = await fetch('/api/session', { ...request, credentials: 'same-origin', cache: 'no-store', redirect: 'error' });
  const text = await answer.text();
  if (!answer.ok) throw faultOfAnswer(answer.status, text);
  return JSON.parse(text) as Session;
}
