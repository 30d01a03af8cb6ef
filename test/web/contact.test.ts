import { describe, expect, it } from 'vitest';
import {
  contactFailed,
  contactHeard,
  contactLocked,
  contactState,
  LOST_AFTER_MS,
  maySend,
  newContact,
  SILENT_AFTER_MS,
  silenceMs,
  TRY_AGAIN_MS,
} from '../../web/pure/contact.ts';

describe('the line to the daemon', () => {
  it('is being made, then heard', () => {
    const begun = newContact(100);
    expect(contactState(begun, 200)).toBe('connecting');
    expect(contactState(contactHeard(begun, 200), 200)).toBe('heard');
  });

  it('grows silent and then lost by itself, when nothing says that it was cut', () => {
    const heard = contactHeard(newContact(0), 1000);
    expect(contactState(heard, 1000 + SILENT_AFTER_MS - 1)).toBe('heard');
    expect(contactState(heard, 1000 + SILENT_AFTER_MS)).toBe('silent');
    expect(contactState(heard, 1000 + LOST_AFTER_MS)).toBe('lost');
    expect(silenceMs(heard, 1000 + LOST_AFTER_MS)).toBe(LOST_AFTER_MS);
  });

  it('is lost when it was never made', () => {
    expect(contactState(newContact(0), LOST_AFTER_MS)).toBe('lost');
    expect(contactState(contactFailed(newContact(0), 'refused'), 1)).toBe('lost');
  });

  it('survives a cut that heals at once without a word of it, and shows one that does not', () => {
    const cut = contactFailed(contactHeard(newContact(0), 1000), 'reset');
    expect(contactState(cut, 1000 + TRY_AGAIN_MS - 1)).toBe('heard');
    expect(contactState(cut, 1000 + TRY_AGAIN_MS)).toBe('lost');
    expect(contactState(contactHeard(cut, 31_000), 31_000)).toBe('heard');
  });

  it('is locked until the token is given', () => {
    const locked = contactLocked(contactHeard(newContact(0), 10));
    expect(contactState(locked, 1e9)).toBe('locked');
    expect(contactState(contactHeard(locked, 1e9), 1e9)).toBe('heard');
  });

  it('lets something be sent only while the daemon is heard', () => {
    expect((['connecting', 'heard', 'silent', 'lost', 'locked'] as const).filter(maySend)).toEqual(['heard']);
  });
});
