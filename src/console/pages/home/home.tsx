import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { useQuery } from '../../api/use-query.js';
import { Later } from '../../kit/lazy.js';
import { PlatformMark } from '../../kit/marks.js';
import { useTitle } from '../../kit/page.js';
import { Tag } from '../../kit/tag.js';
import { useRefresh } from '../../kit/use-refresh.js';
import { links } from '../../model/links.js';
import { asTag } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { count } from '../find/request.js';
import { RecentChange, useRecentChanges } from '../history/recent-changes.js';
import { Examples, HomeSearch } from './home-search.js';
import { MyDatasets } from './my-datasets.js';
import { Part, SkeletonLines } from './part.js';
import { contents, platforms, read, type TagCount } from './request.js';
import './home.css';

const loadNew = () => import('./new-installation.js').then(({ NewInstallation }) => NewInstallation);

/** The page before a search: what there is, what has changed, and what is the person's own. */
export function Home() {
  const { data, reload } = useQuery(count, contents);
  const { types, tags } = read(data);
  const isNew = data !== undefined && types.size === 0;
  useRefresh(reload, isNew);
  useTitle('Home');
  if (isNew) return <Later load={loadNew} props={{}} label="The first steps" />;
  return (
    <>
      <section class="hero">
        <h1>Find data</h1>
        <HomeSearch datasets={types.get('DATASET')} />
        <Examples />
      </section>
      <Platforms />
      <div class="halves">
        <Recent />
        <div class="stack far">
          <MyDatasets />
          <MostUsedTags tags={tags} total={types.get('TAG') ?? 0} />
        </div>
      </div>
    </>
  );
}

/** The platforms with the most datasets. */
function Platforms() {
  const { data, isLoading } = useQuery(count, platforms);
  const values = data?.aggregateAcrossEntities?.facets?.[0]?.aggregations ?? [];
  if (data === undefined && isLoading)
    return (
      <div class="platforms" aria-busy="true" aria-hidden="true">
        {['1', '2', '3', '4', '5', '6'].map((key) => (
          <span key={key} class="sk" />
        ))}
      </div>
    );
  if (values.length === 0) return null;
  return (
    <nav class="platforms" aria-label="Platforms">
      {values.map(({ value, count, entity }) => {
        const name = entityName(entity ?? { urn: value });
        return (
          <a
            key={value}
            href={links.find('', { types: ['DATASET'], filters: [{ field: 'platform', value }] })}
          >
            <PlatformMark id={urnName(value)} name={name} isLarge />
            <span class="cut" dir="auto">
              {name}
            </span>
            <small title="Datasets">{numberText(count)}</small>
          </a>
        );
      })}
    </nav>
  );
}

const shownActs = 7;

/** What has changed last in the whole catalog. */
function Recent() {
  const { acts, data, isLoading } = useRecentChanges(shownActs);
  const isFirst = data === undefined && isLoading;
  if (!isFirst && acts.length === 0) return <div />;
  return (
    <Part title="Recently changed" all={{ text: 'Show all', href: links.changes }}>
      {isFirst ? (
        <SkeletonLines count={shownActs} />
      ) : (
        <ul class="feed lined">
          {acts.map((act) => (
            <RecentChange key={act.changes[0].id} act={act} />
          ))}
        </ul>
      )}
    </Part>
  );
}

const shownTags = 12;

/** The tags that most entities have, on themselves or on a column. */
function MostUsedTags({ tags, total }: { tags: readonly TagCount[]; total: number }) {
  if (tags.length === 0) return null;
  return (
    <Part
      title="Most used tags"
      {...(total > 0 && { all: { text: `All ${numberText(total)}`, href: links.tags } })}
    >
      <p class="chips">
        {tags.slice(0, shownTags).map(({ value, count, entity }) => (
          <Tag key={value} tag={asTag(entity ?? { urn: value })} count={numberText(count)} />
        ))}
      </p>
    </Part>
  );
}
