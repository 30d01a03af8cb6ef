import { spanText } from './ageText.ts';
import { countText } from './countText.ts';
import type { Status } from './status.ts';

/** What the page of health says of a market that comes over a stream, or goes to one. */
export interface FeedFact {
  readonly name: string;
  readonly text: string;
  /** Whether somebody has to look. */
  readonly isTrouble: boolean;
}

/** Nothing for a daemon that polls and publishes nothing. */
export function feedFacts({ feed, recorder }: Pick<Status, 'feed' | 'recorder'>): readonly FeedFact[] {
  const facts: FeedFact[] = [];
  if (feed !== undefined) {
    const { state, stream, lagMs, missing, late, trouble } = feed;
    const lag = lagMs === undefined ? 'no book yet' : `the last book after ${spanText(lagMs)}`;
    const lost = [missing > 0 ? `${missing} missing` : '', late > 0 ? `${late} late` : ''].filter(Boolean).map((text) => `, ${text}`);
    const said = trouble === undefined ? '' : `: ${trouble}`;
    facts.push({
      name: 'Market from',
      text: `${stream}, ${state}, ${lag}${lost.join('')}${said}`,
      isTrouble: state !== 'reading' || trouble !== undefined,
    });
  }
  const published = recorder?.published;
  if (published !== undefined) {
    const { state, stream, rows, queued, dropped, trouble } = published;
    const lost = [queued > 0 ? `, ${queued} wait` : '', dropped > 0 ? `, ${dropped} not published` : ''].join('');
    const said = trouble === undefined ? '' : `: ${trouble}`;
    facts.push({
      name: 'Published to',
      text: `${stream}, ${state}, ${countText(rows, 'row')}${lost}${said}`,
      isTrouble: state !== 'publishing' || dropped > 0 || trouble !== undefined,
    });
  }
  return facts;
}
