import { strategy } from '#kit';

export default strategy({
  about: 'Trades nothing by itself: it holds a position for the exits of the configuration.',
  params: {},
  setup: () => ({}),
});
