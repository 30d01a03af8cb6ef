import { strategy } from '#kit';

export default strategy({
  about: 'Trades nothing by itself: it holds a position for the exits of the configuration.',
  params: {},
  // It does nothing on purpose. Without any handler, `strategies check` would take it for one that has forgotten them.
  setup: () => ({ onStart: () => undefined }),
});
