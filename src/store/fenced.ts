import { REFUSED } from './overtaken.ts';

/**
 * A change that is only done in the epoch of its last value but one, and where no fewer changes were made before it than its last value says: in any
 * other one the statement ends with an error, and nothing of it is done.
 */
export function fenced(text: string, values: number): string {
  return `WITH held AS (SELECT epoch FROM owner FOR SHARE), work AS (${text} RETURNING 1)
    SELECT (SELECT count(*) FROM work) AS changed,
      CASE WHEN epoch = $${values - 1} AND (SELECT changes FROM mark) >= $${values} THEN epoch ELSE ('${REFUSED}: ' || epoch)::bigint END AS epoch FROM held`;
}
