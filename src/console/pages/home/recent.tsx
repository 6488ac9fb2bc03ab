import { links } from '../../model/links.js';
import { RecentChange, useRecentChanges } from '../history/recent-changes.js';
import { Part, SkeletonLines } from './part.js';

const shown = 7;

/** What has changed last in the whole catalog. */
export function Recent() {
  const { acts, data, isLoading } = useRecentChanges(shown);
  const isFirst = data === undefined && isLoading;
  if (!isFirst && acts.length === 0) return <div />;
  return (
    <Part title="Recently changed" all={{ text: 'Show all', href: links.changes }}>
      {isFirst ? (
        <SkeletonLines count={shown} />
      ) : (
        <ul class="feed">
          {acts.map((act) => (
            <RecentChange key={act.changes[0].id} act={act} />
          ))}
        </ul>
      )}
    </Part>
  );
}
