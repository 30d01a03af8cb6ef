import { expect, it } from 'vitest';
import { TroubleNotes } from '../../src/daemon/troubleNotes.ts';

it('writes and tells each, and keeps the last twenty', () => {
  const written: string[] = [];
  const heard: string[] = [];
  const notes = new TroubleNotes((message) => written.push(message));
  notes.heard$.subscribe((message) => heard.push(message));
  for (let n = 1; n <= 25; n++) notes.note(`trouble ${n}`);
  expect(written).toHaveLength(25);
  expect(heard).toEqual(written);
  expect(notes.last).toHaveLength(20);
  expect([notes.last[0], notes.last.at(-1)]).toEqual(['trouble 6', 'trouble 25']);
});
