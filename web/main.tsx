import { render } from 'preact';
import { holdLine } from './live/line.ts';
import { limits } from './live/limits.ts';
import { restoreTheme } from './live/theme.ts';
import { treasury, treasuryFailure } from './live/treasury.ts';
import { watch } from './live/watch.ts';
import { App } from './App.tsx';

const LIMITS_MS = 2000;
const TREASURY_MS = 5000;

restoreTheme();
void holdLine();
// What fails is asked again; the line says why nothing comes.
void watch('limits.list', LIMITS_MS, (answer) => {
  limits.value = answer ?? limits.value;
});
void watch('treasury.show', TREASURY_MS, (answer, failure) => {
  treasury.value = answer ?? treasury.value;
  treasuryFailure.value = failure;
});
render(<App />, document.body);
