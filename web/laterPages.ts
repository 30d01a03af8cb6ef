// The pages that come when one of them is opened for the first time: they are smaller together.
export { Payments } from './pages/Payments.tsx';
export { Research } from './pages/Research.tsx';
export { Simulator } from './pages/Simulator.tsx';
export { Treasury } from './pages/Treasury.tsx';
export { Why } from './pages/Why.tsx';
