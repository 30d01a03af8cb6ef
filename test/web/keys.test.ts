import { describe, expect, it } from 'vitest';
import { KEY_HELP, type KeyPress, keyStep } from '../../web/pure/keys.ts';
import { PAGES } from '../../web/pure/routes.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => {
  return { key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isTyping: false, isOnRow: false, ...more };
};

describe('keys', () => {
  it('go to each page by g and its letter', () => {
    for (const { key, name } of PAGES) {
      const first = keyStep(press('g'), false);
      expect(first).toEqual({ action: undefined, afterG: true });
      expect(keyStep(press(key), first.afterG)).toEqual({ action: { type: 'go', page: name }, afterG: false });
    }
    expect(keyStep(press('x'), true)).toEqual({ action: undefined, afterG: false });
  });

  it('do what the help says', () => {
    const types = ['j', 'k', 'c', 'y', '.', '/', '1', '5', 't', 'Escape', '?'].map((key) => keyStep(press(key), false).action?.type);
    expect(types).toEqual(['row', 'row', 'copy-command', 'copy-exact', 'actions', 'search', 'range', 'range', 'theme', 'close', 'keys']);
    expect(KEY_HELP.length).toBeGreaterThan(PAGES.length);
  });

  it('open what a row is about, and leave Enter to buttons', () => {
    expect(keyStep(press('Enter', { isOnRow: true }), false).action).toEqual({ type: 'open' });
    expect(keyStep(press('Enter'), false).action).toBeUndefined();
  });

  it('open Stop by Shift and S only', () => {
    expect(keyStep(press('S', { shiftKey: true }), false).action).toEqual({ type: 'stop' });
    expect(keyStep(press('s'), false).action).toBeUndefined();
  });

  it('leave the browser its own, and a field its letters', () => {
    expect(keyStep(press('c', { ctrlKey: true }), false).action).toBeUndefined();
    expect(keyStep(press('j', { metaKey: true }), false).action).toBeUndefined();
    expect(keyStep(press('S', { shiftKey: true, isTyping: true }), false).action).toBeUndefined();
    expect(keyStep(press('g', { isTyping: true }), false).afterG).toBe(false);
    expect(keyStep(press('Escape', { isTyping: true }), false).action).toEqual({ type: 'close' });
  });

  it('know nothing of names that every object has', () => {
    expect(keyStep(press('constructor'), false).action).toBeUndefined();
  });
});
