import { expect, it } from 'vitest';
import { hereNote } from '../../src/settings/hereNote.ts';

it('tells of a live venue on this machine, and of nothing else', () => {
  for (const host of ['127.0.0.1:7718', 'localhost:80', '[::1]:7718']) expect(hereNote('LIVE', host)).toContain('not the venue itself');
  expect(hereNote('LIVE', 'api.example.com')).toBeUndefined();
  // The demo and paper trading say by themselves that no money moves.
  expect(hereNote('DEMO', '127.0.0.1:7718')).toBeUndefined();
  expect(hereNote('PAPER', '127.0.0.1:7718')).toBeUndefined();
});
