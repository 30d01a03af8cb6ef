import { render } from 'preact';
import { holdLine } from './live/line.ts';
import { restoreTheme } from './live/theme.ts';
import { watchLimits } from './live/watchLimits.ts';
import { App } from './App.tsx';

restoreTheme();
void holdLine();
void watchLimits();
render(<App />, document.body);
