import { LinkButton } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { type Search, searchHref } from './state.js';

/** Says that a search finds nothing, and what else to try. */
export function Nothing({ search }: { search: Search }) {
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
