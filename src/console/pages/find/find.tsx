import { useLocation } from 'preact-iso';
import { useQuery } from '../../api/use-query.js';
import { Choice } from '../../kit/field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { numberText } from '../../model/numbers.js';
import { Chips } from './chips.js';
import { Facets } from './facets.js';
import { fieldNames } from './labels.js';
import { count, find, findInput, lastStart, matchInput, pageSize } from './request.js';
import { Results } from './results.js';
import { Start } from './start.js';
import { isBlank, readSearch, type Search, searchHref } from './state.js';
import './find.css';

const orders = [
  ['', 'Best match first'],
  ['name', 'By name'],
  ['changed', 'Recently changed first'],
] as const;

/** Finds entities. The address has the whole search, so that it can be bookmarked, sent, and returned to. */
export default function Find() {
  const search = readSearch(useLocation().url);
  return isBlank(search) ? <Start /> : <Found search={search} />;
}

function Found({ search }: { search: Search }) {
  const { route } = useLocation();
  const last = useQuery(find, { input: findInput(search) });
  // Below an error, the results of the previous search would look like those of this one.
  const query = last.error ? { ...last, data: undefined } : last;
  // A query of its own, so that the results do not wait for it, and another page does not count again.
  const counts = useQuery(count, { input: { ...matchInput(search), facets: Object.keys(fieldNames) } });
  const facets = counts.data?.aggregateAcrossEntities?.facets ?? [];
  const go = (next: Search) => route(searchHref(next));
  const { query: text, sort, page } = search;
  return (
    <Page title={text.trim() === '' || text === '*' ? 'Everything' : `Results for "${text}"`}>
      <div class="find">
        <Facets search={search} facets={facets} go={go} />
        <div class="stack">
          <Chips search={search} facets={facets} />
          <Loaded
            query={query}
            label="Results"
            isEmpty={({ searchAcrossEntities: found }) => found?.total === 0}
            empty={<Nothing search={search} />}
          >
            {({ searchAcrossEntities: found }) => (
              <>
                <div class="row apart">
                  <p role="status">
                    {numberText(found!.total)} {found!.total === 1 ? 'result' : 'results'}
                  </p>
                  <Choice
                    label="Order"
                    options={orders}
                    value={orders.find(([name]) => name === sort)?.[0] ?? ''}
                    onChange={(next) => go({ ...search, sort: next, page: 1 })}
                  />
                </div>
                <h2 class="hidden">Results</h2>
                <Results hits={found!.searchResults} query={text} />
                {found!.searchResults.length === 0 && (
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
                  <p class="soft">
                    Only the first {numberText(lastStart)} results can be paged through. Narrow the search
                    with filters to reach the others.
                  </p>
                )}
              </>
            )}
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

function Nothing({ search }: { search: Search }) {
  const isNarrowed = search.filters.length > 0 || search.types.length > 0;
  return (
    <div class="stack" role="status">
      <p>No results.</p>
      {isNarrowed ? (
        <p>
          <a href={searchHref({ ...search, filters: [], types: [], page: 1 })}>Search without the filters</a>
        </p>
      ) : (
        <p>
          A word matches texts that start with it. <code>*part*</code> matches parts of names, and{' '}
          <code>/q tag:PII</code> matches what has a tag.
        </p>
      )}
    </div>
  );
}
