import { useQuery } from '../../api/use-query.js';
import { Later } from '../../kit/lazy-part.js';
import { useTitle } from '../../kit/page.js';
import { useRefresh } from '../../kit/use-refresh.js';
import { Examples, HomeSearch } from './home-search.js';
import { MostUsedTags } from './most-used-tags.js';
import { MyDatasets } from './my-datasets.js';
import { Platforms } from './platforms.js';
import { Recent } from './recent.js';
import { contents, read } from './request.js';

const loadNew = () => import('./new-installation.js').then(({ NewInstallation }) => NewInstallation);

/** The page before a search: what there is, what has changed, and what is the person's own. */
export function Home() {
  const { data, reload } = useQuery(contents, {});
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
