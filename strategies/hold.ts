import { strategy } from '#kit';

export default strategy({
  about: 'Trades nothing by itself: it holds a position for the exits of the configuration.',
  params: {},
  // A strategy without any handler has forgotten it most likely. This one does nothing on purpose.
  setup: () => ({ onStart: () => undefined }),
});
