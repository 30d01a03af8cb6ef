import { signal } from '@preact/signals';
import { addressOf, type Place, placeOf } from '../pure/routes.ts';

/** Where the page stands. The browser's own back and forward work. */
export const place = signal<Place>(placeOf(location.hash));

addEventListener('hashchange', () => {
  place.value = placeOf(location.hash);
});

export function goTo(target: Parameters<typeof addressOf>[0]): void {
  location.hash = addressOf(target);
}
