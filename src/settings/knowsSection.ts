import { choice, duration, listOf, path, section } from './kinds.ts';

/** Behaviour of a venue that the specification leaves open. It may stand in the configuration, in a file that `sluice probe` wrote, or in both. */
export const knowledge = {
  pageBase: choice({ about: 'Number of the first page in page-counted lists; unknown is right for both' }, ['0', '1', 'unknown']).prefault(
    'unknown',
  ),
  replace: choice({ about: 'How it replaces an order: in one step, and with which id; unknown is always safe' }, [
    'atomic-keeps-id',
    'atomic-new-id',
    'unknown',
  ]).prefault('unknown'),
  visibleWithin: duration(
    { about: 'How late an order or an execution may become visible in the lists, at most' },
    { min: '5s', max: '1h' },
  ).prefault('15s'),
  timestampWindow: duration(
    {
      about: 'From what age on the timestamp of a request is refused: until then a request whose answer was lost may still be carried out',
    },
    { min: '5s', max: '1d' },
  ).prefault('60s'),
  refusals: listOf(
    'Refusal codes that are proven to come before the venue accepts anything; any other leaves a request unknown',
    path({ about: 'A code' }, 'a code of the venue, like insufficient-balance', 'insufficient-balance', (value) =>
      /^[\w.-]{1,100}$/.test(value),
    ),
    'refusal codes',
    200,
    '[insufficient-balance]',
  ).optional(),
};

export const knowsSection = section('Behaviour of this venue that the specification leaves open', {
  file: path(
    { about: 'A file that sluice probe wrote, from this folder; what stands beside it here counts before what it says' },
    'the path of a YAML file, like ./knows.yaml',
    './knows.yaml',
    (value) => /\.ya?ml$/.test(value) && value.length <= 500,
  ).optional(),
  ...knowledge,
});
