import { beforeEach, inject } from 'vitest';

const missing = inject('postgresMissing');

beforeEach(({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
});
