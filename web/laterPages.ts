import type { ComponentType } from 'preact';
import { Payments } from './pages/Payments.tsx';
import { Research } from './pages/Research.tsx';
import { Simulator } from './pages/Simulator.tsx';
import { Treasury } from './pages/Treasury.tsx';
import { Why } from './pages/Why.tsx';

/** The pages that come when one of them is opened for the first time: they are smaller together. */
export const laterPages = {
  payments: Payments,
  research: Research,
  simulator: Simulator,
  treasury: Treasury,
  why: Why,
} as const satisfies Readonly<Record<string, ComponentType>>;
