import { signal } from '@preact/signals';

/** What came of an action, for eyes and for screen readers. */
export interface Said {
  readonly text: string;
  readonly isBad: boolean;
}

export const said = signal<Said | undefined>(undefined);

export function say(text: string): void {
  said.value = { text, isBad: false };
}

export function sayFailure(text: string): void {
  said.value = { text, isBad: true };
}
