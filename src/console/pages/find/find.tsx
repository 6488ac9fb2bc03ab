import { useLocation } from 'preact-iso';
import { useQuery } from '../../api/use-query.js';
import { BulkBar } from '../../edits/bulk-bar.js';
import type { Selected } from '../../edits/selected.js';
import { Button, LinkButton } from '../../kit/button.js';
import { copyText } from '../../kit/copy.js';
import { Empty } from '../../kit/empty.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { useSelection } from '../../kit/selection.js';
import { numberText } from '../../model/numbers.js';
import { Home } from '../home/home.js';
import { Chips } from './chips.js';
import { Facets } from './facets.js';
import { fieldNames } from './labels.js';
import { RelaxedNotice } from './relaxed.js';
import { count, find, findInput, lastStart, matchInput, pageSize, searchInput } from './request.js';
import { Results, ResultsHead } from './results.js';
import { isBlank, readSearch, type Search, searchHref } from './state.js';
import './find.css';

/** Finds entities. The address has the whole search, so that it can be bookmarked, sent, and returned to. */
export default function Find() {
  const search = readSearch(useLocation().url);
  return isBlank(search) ? <Home /> : <Found search={search} />;
}

function Found({ search }: { search: Search }) {
  const { route } = useLocation();
  const last = useQuery(find, { input: findInput(search) });
  // Below an error, the results of the previous search would look like those of this one.
  const query = last.error ? { ...last, data: undefined } : last;
  // A query of its own, so that the results do not wait for it, and another page does not count again.
  const counts = useQuery(count, { input: { ...matchInput(search), facets: Object.keys(fieldNames) } });
  const facets = counts.data?.aggregateAcrossEntities?.facets ?? [];
  const hits = query.data?.searchAcrossEntities?.searchResults ?? [];
  const relaxed = query.data?.searchAcrossEntities?.relaxed;
  /** What is found: a change of all results is one of those that are shown. */
  const shown = relaxed ? { ...search, query: relaxed.query } : search;
  const selection = useSelection<Selected>(
    JSON.stringify(matchInput(search)),
    hits,
    ({ entity }) => entity.urn,
  );
  const go = (next: Search) => route(searchHref(next));
  const { query: text, page } = search;
  return (
    <Page
      title={text.trim() === '' || text === '*' ? 'All entities' : `Results for “${text}”`}
      actions={
        <Button icon="link" onClick={() => copyText(location.href, 'Link')}>
          Copy link
        </Button>
      }
    >
      <div class="find">
        <Facets search={search} facets={facets} go={go} />
        <section aria-label="Results">
          <Chips search={search} facets={facets} go={go} />
          <Loaded
            query={query}
            label="Results"
            skeleton={<SkeletonRows />}
            isEmpty={({ searchAcrossEntities: found }) => found?.total === 0}
            empty={<Nothing search={search} />}
          >
            {({ searchAcrossEntities: found }) => (
              <div>
                <ResultsHead search={search} total={found!.total} selection={selection} go={go} />
                {relaxed && <RelaxedNotice text={text} relaxed={relaxed} />}
                <h2 class="hidden">Results</h2>
                <Results
                  hits={hits}
                  query={shown.query}
                  selection={selection}
                  bar={<BulkBar selection={selection} search={searchInput(shown)} total={found!.total} />}
                />
                {hits.length === 0 && (
                  <p class="empty">
                    There is no such page.{' '}
                    <a href={searchHref({ ...search, page: 1 })}>Go to the first page</a>
                  </p>
                )}
                <Pager
                  start={(page - 1) * pageSize}
                  count={pageSize}
                  total={Math.min(found!.total, lastStart)}
                  onStart={(start) => {
                    go({ ...search, page: start / pageSize + 1 });
                    scrollTo(0, 0);
                  }}
                />
                {found!.total > lastStart && (
                  <p class="soft small">
                    Only the first {numberText(lastStart)} results can be paged through. Narrow the search
                    with filters to reach the others.
                  </p>
                )}
              </div>
            )}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

/** Says that a search finds nothing, and what else to try. */
function Nothing({ search }: { search: Search }) {
  const { query, filters, types } = search;
  const isNarrowed = filters.length > 0 || types.length > 0;
  const text = query.trim();
  return (
    <Empty
      icon="search"
      title={text === '' || text === '*' ? 'No results' : `Nothing matches “${text}”`}
      actions={
        isNarrowed && (
          <LinkButton href={searchHref({ ...search, filters: [], types: [], page: 1 })}>
            Search without the filters
          </LinkButton>
        )
      }
    >
      <p>
        A word finds what begins with it. <code class="code-inline">*part*</code> finds parts of names, and{' '}
        <code class="code-inline">/q tag:PII</code> finds what has a tag.
      </p>
    </Empty>
  );
}

const widths = ['w2', 'w3', 'w4', 'w2', 'w3', 'w4'];

/** The place of the results while the first ones are loaded. */
const SkeletonRows = () => (
  <div aria-hidden="true">
    {widths.map((width, index) => (
      <div key={index} class="hit">
        <span class="sk tick" />
        <span class="sk mark" />
        <div class="what">
          <span class={`sk ${width}`} />
          <span class="sk w4" />
        </div>
        <div class="end">
          <span class="sk w3" />
        </div>
      </div>
    ))}
  </div>
);
